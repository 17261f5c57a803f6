import { isObject } from '../connection/shapes.ts'
import type { Store } from './store.ts'

/** What the visitor has read in one tab is read in all of them. Returns the function that ends it. */
export function syncReadMessages(publicKey: string, store: Store): () => void {
  if (typeof BroadcastChannel === 'undefined') return () => {}
  const channel = new BroadcastChannel(`aichat:${publicKey}`)
  let published = store.getState().readSeq
  channel.onmessage = ({ data }) => {
    const { log, readSeq } = store.getState()
    if (!isObject(data) || data.sessionId !== log.sessionId || !(Number(data.readSeq) > readSeq)) return
    published = Number(data.readSeq)
    store.update({ readSeq: published })
  }
  const unsubscribe = store.subscribe(() => {
    const { log, readSeq } = store.getState()
    if (readSeq > published) channel.postMessage({ sessionId: log.sessionId, readSeq })
    published = readSeq
  })
  return () => {
    unsubscribe()
    channel.close()
  }
}
