import { isConnected, onConnect, sendCommand } from '../kit/http/socket.ts'
import { log } from '../kit/log.ts'
import { createStore } from '../kit/store.ts'

export type Viewer = { id: string; name: string; isTyping: boolean }
type SeenViewer = Viewer & { seenAt: number }

export const heartbeatMs = 10_000
/** Two heartbeats may be lost before a colleague counts as gone. */
const expiryMs = 25_000

/** Which colleagues have a conversation open, and what this agent announces to them. */
export function createViewers() {
  const bySession = createStore<ReadonlyMap<string, readonly SeenViewer[]>>(new Map())
  let own: { sessionId: string; isTyping: boolean } | null = null

  function setViewers(sessionId: string, viewers: readonly SeenViewer[]) {
    bySession.set(new Map(bySession.get()).set(sessionId, viewers))
  }

  function announceOwn() {
    if (own) announceViewing({ ...own, isViewing: true })
  }

  return {
    bySession,
    /** Stores what a colleague announced. One who has just opened the conversation of this agent gets an announcement back. */
    update(sessionId: string, viewer: Viewer | { id: string; hasLeft: true }) {
      const before = bySession.get().get(sessionId) ?? []
      const others = before.filter(({ id }) => id !== viewer.id)
      const hasLeft = 'hasLeft' in viewer
      setViewers(sessionId, hasLeft ? others : [...others, { ...viewer, seenAt: Date.now() }])
      const isNew = !hasLeft && others.length === before.length
      if (isNew && own?.sessionId === sessionId) announceOwn()
    },
    removeExpired() {
      const oldest = Date.now() - expiryMs
      for (const [sessionId, viewers] of bySession.get()) {
        const left = viewers.filter(({ seenAt }) => seenAt > oldest)
        if (left.length < viewers.length) setViewers(sessionId, left)
      }
    },
    /** Announces that this agent has the conversation open, until the returned function is called. */
    announceOpen(sessionId: string) {
      own = { sessionId, isTyping: false }
      const unsubscribe = onConnect(announceOwn)
      const timer = setInterval(announceOwn, heartbeatMs)
      return () => {
        unsubscribe()
        clearInterval(timer)
        own = null
        announceViewing({ sessionId, isViewing: false, isTyping: false })
      }
    },
    /** Announces whether this agent is writing a reply in the open conversation. */
    announceWriting(sessionId: string, isTyping: boolean) {
      if (own?.sessionId !== sessionId || own.isTyping === isTyping) return
      own = { sessionId, isTyping }
      announceOwn()
    },
  }
}

/** A lost announcement is harmless: the next heartbeat repeats it. */
function announceViewing(announcement: { sessionId: string; isViewing: boolean; isTyping: boolean }) {
  if (!isConnected()) return
  sendCommand('viewing', announcement).catch((error) =>
    log('Failed to announce the open conversation', error),
  )
}
