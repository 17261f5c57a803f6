import type { Session } from '@aichat/contracts/chat/sessions'
import { useCallback } from 'react'

type Options = {
  sessions: readonly Session[] | undefined
  openId: string | null
  onOpen: (sessionId: string) => void
}

/** Moves between the conversations of the list. */
export function useListNavigation({ sessions = [], openId, onOpen }: Options) {
  const step = useCallback(
    (direction: 1 | -1, isTarget: (session: Session) => boolean = () => true) => {
      const index = sessions.findIndex(({ sessionId }) => sessionId === openId)
      const ahead =
        direction > 0 ? sessions.slice(index + 1) : sessions.slice(0, Math.max(index, 0)).reverse()
      const target = ahead.find(isTarget)
      if (target) onOpen(target.sessionId)
    },
    [sessions, openId, onOpen],
  )
  const openNextUnread = useCallback(() => {
    const target = findUnread(sessions, openId)
    if (target) onOpen(target.sessionId)
  }, [sessions, openId, onOpen])
  return { step, openNextUnread }
}

export function isUnread({ unreadCountAgent }: Session): boolean {
  return unreadCountAgent > 0
}

/** The first unread conversation except one. */
export function findUnread(sessions: readonly Session[], exceptId: string | null): Session | undefined {
  return sessions.find((session) => isUnread(session) && session.sessionId !== exceptId)
}
