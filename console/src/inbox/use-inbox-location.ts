import { type SessionView, sessionStatuses, sessionViews } from '@aichat/contracts/chat/sessions'
import { useCallback, useMemo } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import { chatsPath } from '../paths.ts'
import type { ListStatus } from '../sync/session-list.ts'

/** The filters that are in the URL besides the status. All are empty by default. */
export type UrlFilter = {
  view: SessionView | ''
  /** `me`, `none` for unassigned conversations, or the id of a team member. */
  assigned: string
  project: string
}
export type InboxLocation = ReturnType<typeof useInboxLocation>

/** The open conversation and the filters that are in the URL. */
export function useInboxLocation() {
  const navigate = useNavigate()
  const [query] = useSearchParams()
  const openId = query.get('session')
  const status = toStatus(query.get('status'))
  const view = sessionViews.find((one) => one === query.get('view')) ?? ''
  const assigned = query.get('assigned') ?? ''
  const project = query.get('project') ?? ''
  const filter = useMemo<UrlFilter>(() => ({ view, assigned, project }), [view, assigned, project])
  const linkTo = useCallback((sessionId: string) => chatsPath(sessionId, status, filter), [status, filter])
  const open = useCallback(
    (sessionId: string | null) => void navigate(chatsPath(sessionId, status, filter)),
    [navigate, status, filter],
  )
  return {
    openId,
    status,
    filter,
    linkTo,
    open,
    /** All conversations, without a filter. */
    allConversationsPath: chatsPath(openId, 'all'),
    setStatus: (next: ListStatus) =>
      void navigate(
        chatsPath(openId, next, isActiveOnly(filter) && next !== 'all' ? { ...filter, view: '' } : filter),
      ),
    setFilter(change: Partial<UrlFilter>) {
      const next = { ...filter, ...change }
      void navigate(chatsPath(openId, isActiveOnly(next) && status !== 'all' ? 'active' : status, next))
    },
  }
}

/** Only active conversations can wait for the team. */
function isActiveOnly({ view }: UrlFilter): boolean {
  return view === 'needs_you'
}

function toStatus(text: string | null): ListStatus {
  return text === 'all' ? 'all' : (sessionStatuses.find((status) => status === text) ?? 'active')
}
