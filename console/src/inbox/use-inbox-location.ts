import { sessionStatuses } from '@aichat/contracts/chat/sessions'
import { useCallback, useMemo } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import { type ChatsFilter, chatsPath } from '../paths.ts'
import type { ListStatus } from '../sync/session-list.ts'

export type Assigned = 'me' | 'none' | ''
export type InboxLocation = ReturnType<typeof useInboxLocation>

/** The open conversation and the filters that are in the URL. */
export function useInboxLocation() {
  const navigate = useNavigate()
  const [query] = useSearchParams()
  const openId = query.get('session')
  const status = toStatus(query.get('status'))
  const assigned = toAssigned(query.get('assigned'))
  const project = query.get('project') ?? ''
  const filter = useMemo<ChatsFilter>(() => ({ assigned, project }), [assigned, project])
  const linkTo = useCallback((sessionId: string) => chatsPath(sessionId, status, filter), [status, filter])
  const open = useCallback(
    (sessionId: string | null) => void navigate(chatsPath(sessionId, status, filter)),
    [navigate, status, filter],
  )
  return {
    openId,
    status,
    assigned,
    project,
    linkTo,
    open,
    allStatusesPath: chatsPath(openId, 'all', filter),
    setStatus: (next: ListStatus) => void navigate(chatsPath(openId, next, filter)),
    setFilter: (change: { assigned?: Assigned; project?: string }) =>
      void navigate(chatsPath(openId, status, { ...filter, ...change })),
  }
}

function toStatus(text: string | null): ListStatus {
  return text === 'all' ? 'all' : (sessionStatuses.find((status) => status === text) ?? 'active')
}

function toAssigned(text: string | null): Assigned {
  return text === 'me' || text === 'none' ? text : ''
}
