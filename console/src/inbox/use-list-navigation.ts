import type { Session } from '@aichat/contracts/chat/sessions'
import { useCallback } from 'react'
import { isWaitingForTeam } from '../sync/session-list.ts'

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
  const openNext = useCallback(() => {
    const target = findNext(sessions, openId)
    if (target) onOpen(target.sessionId)
  }, [sessions, openId, onOpen])
  return { step, openNext }
}

export function isUnread({ unreadCountAgent }: Session): boolean {
  return unreadCountAgent > 0
}

/**
 * The conversation to open after another one: the next that waits for the team, read or not, else the next unread one. After
 * the last row, the search goes on from the first.
 */
export function findNext(sessions: readonly Session[], sessionId: string | null): Session | undefined {
  const index = sessions.findIndex((session) => session.sessionId === sessionId)
  const others = [...sessions.slice(index + 1), ...sessions.slice(0, Math.max(index, 0))]
  return others.find(isWaitingForTeam) ?? others.find(isUnread)
}
