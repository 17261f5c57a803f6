import { useEffect } from 'react'
import { useStore } from '../kit/store.ts'
import { useInboxStore } from './inbox-store.ts'
import { heartbeatMs, type Viewer } from './viewers.ts'

const noViewers: readonly Viewer[] = []

/** The colleagues who have the conversation open. */
export function useViewers(sessionId: string, selfId: string | undefined): readonly Viewer[] {
  const { bySession, removeExpired } = useInboxStore().viewers
  const viewers = useStore(bySession).get(sessionId) ?? noViewers
  useEffect(() => {
    const timer = setInterval(removeExpired, heartbeatMs)
    return () => clearInterval(timer)
  }, [removeExpired])
  return viewers.filter(({ id }) => id !== selfId)
}

/** Announces to colleagues that this agent has the conversation open. */
export function useAnnounceViewing(sessionId: string) {
  const { announceOpen } = useInboxStore().viewers
  useEffect(() => announceOpen(sessionId), [announceOpen, sessionId])
}
