import { useEffect } from 'react'
import { log } from '../kit/log.ts'
import { isConnected, onConnect, sendCommand } from '../kit/socket.ts'
import { createStore, useStore } from '../kit/store.ts'

export type Viewer = { id: string; name: string; isTyping: boolean }
type SeenViewer = Viewer & { seenAt: number }

const heartbeatMs = 10_000
/** Two heartbeats may be lost before a colleague counts as gone. */
const expiryMs = 25_000
const noViewers: readonly Viewer[] = []

const viewersBySession = createStore<ReadonlyMap<string, readonly SeenViewer[]>>(new Map())
let own: { sessionId: string; isTyping: boolean } | null = null

/** Stores what a colleague announced about a conversation. Returns whether they have just opened it. */
export function updateViewer(sessionId: string, viewer: Viewer | { id: string; hasLeft: true }): boolean {
  const before = viewersBySession.get().get(sessionId) ?? []
  const others = before.filter(({ id }) => id !== viewer.id)
  const hasLeft = 'hasLeft' in viewer
  setViewers(sessionId, hasLeft ? others : [...others, { ...viewer, seenAt: Date.now() }])
  return !hasLeft && others.length === before.length
}

/** Announces this agent to a colleague who has just opened the same conversation. */
export function announceToNewViewer(sessionId: string) {
  if (own?.sessionId === sessionId) announceOwn()
}

/** The colleagues who have the conversation open. */
export function useViewers(sessionId: string, selfId: string | undefined): readonly Viewer[] {
  const viewers = useStore(viewersBySession).get(sessionId) ?? noViewers
  useEffect(() => {
    const timer = setInterval(removeExpiredViewers, heartbeatMs)
    return () => clearInterval(timer)
  }, [])
  return viewers.filter(({ id }) => id !== selfId)
}

/** Announces to colleagues that this agent has the conversation open. */
export function useAnnounceViewing(sessionId: string) {
  useEffect(() => {
    own = { sessionId, isTyping: false }
    const unsubscribe = onConnect(announceOwn)
    const timer = setInterval(announceOwn, heartbeatMs)
    return () => {
      unsubscribe()
      clearInterval(timer)
      own = null
      announceViewing({ sessionId, isViewing: false, isTyping: false })
    }
  }, [sessionId])
}

/** Announces to colleagues whether this agent is writing a reply in the open conversation. */
export function announceWriting(sessionId: string, isTyping: boolean) {
  if (own?.sessionId !== sessionId || own.isTyping === isTyping) return
  own = { sessionId, isTyping }
  announceOwn()
}

function announceOwn() {
  if (own) announceViewing({ ...own, isViewing: true })
}

/** A lost announcement is harmless: the next heartbeat repeats it. */
function announceViewing(announcement: { sessionId: string; isViewing: boolean; isTyping: boolean }) {
  if (!isConnected()) return
  sendCommand('viewing', announcement).catch((error) =>
    log('Failed to announce the open conversation', error),
  )
}

function removeExpiredViewers() {
  const oldest = Date.now() - expiryMs
  for (const [sessionId, viewers] of viewersBySession.get()) {
    const left = viewers.filter(({ seenAt }) => seenAt > oldest)
    if (left.length < viewers.length) setViewers(sessionId, left)
  }
}

function setViewers(sessionId: string, viewers: readonly SeenViewer[]) {
  viewersBySession.set(new Map(viewersBySession.get()).set(sessionId, viewers))
}
