import { isObject } from '../connection/shapes.ts'
import type { ChatContext } from './chat-context.ts'

/**
 * What the visitor has read in one tab is read in all of them, and an agent's message that is read is reported to the server.
 * Returns the function that ends it.
 */
export function syncReadMessages(
  publicKey: string,
  context: Pick<ChatContext, 'store' | 'connection'>,
): () => void {
  const { store } = context
  const channel = new BroadcastChannel(`aichat:${publicKey}`)
  let published = store.getState().readSeq
  let reported = 0
  channel.onmessage = ({ data }) => {
    const { log, readSeq } = store.getState()
    if (!isObject(data) || data.sessionId !== log.sessionId || !(Number(data.readSeq) > readSeq)) return
    published = Number(data.readSeq)
    store.update({ readSeq: published })
  }
  const unsubscribe = store.subscribe(() => {
    const { log, readSeq, isConnected } = store.getState()
    // What is read belongs to a conversation.
    const position = { sessionId: log.sessionId as string, readSeq }
    if (readSeq > published) channel.postMessage(position)
    published = readSeq
    // A new conversation begins at 0.
    reported = Math.min(reported, readSeq)
    const isUnreported = log.messages.some(({ agent, seq }) => agent && seq > reported && seq <= readSeq)
    if (isConnected && isUnreported) {
      context.connection?.emit('message:read', position)
      reported = readSeq
    }
  })
  return () => {
    unsubscribe()
    channel.close()
  }
}
