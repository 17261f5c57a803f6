import type { Session } from '@aichat/contracts/chat/sessions'
import { useMemo, useState } from 'react'

export type HeldOrder = ReturnType<typeof useHeldOrder>

/**
 * The rows in an order that does not change while the pointer is over the list: a row that moves up just before a click would
 * open another conversation. New conversations wait until the pointer leaves; `waiting` counts them.
 */
export function useHeldOrder(sessions: readonly Session[], listKey: string) {
  const [held, setHeld] = useState<{ listKey: string; ids: readonly string[] } | null>(null)
  // Another filter shows another list, also under the pointer.
  const ids = held?.listKey === listKey ? held.ids : null
  const rows = useMemo(() => (ids ? holdOrder(sessions, ids) : sessions), [sessions, ids])
  const refresh = () => setHeld({ listKey, ids: sessions.map(({ sessionId }) => sessionId) })
  return {
    rows,
    waiting: sessions.length - rows.length,
    /** Called with every movement of the pointer. */
    holdOnce: () => ids ?? refresh(),
    release: () => setHeld(null),
    /** Holds the present order. */
    refresh,
  }
}

/** Older conversations that were loaded in the meantime come after the held ones and move none of them. */
export function holdOrder(sessions: readonly Session[], ids: readonly string[]): readonly Session[] {
  const byId = new Map(sessions.map((session) => [session.sessionId, session]))
  const rows = ids.flatMap((id) => byId.get(id) ?? [])
  const known = new Set(ids)
  const lastHeld = sessions.findLastIndex(({ sessionId }) => known.has(sessionId))
  const below = sessions.slice(lastHeld + 1)
  return [...rows, ...below]
}
