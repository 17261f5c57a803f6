import type { Message } from '@aichat/contracts/chat/messages'
import type { ChatContext } from './chat-context.ts'

type Position = { sessionId: string; readSeq: number }

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
  let reported: Message | undefined
  channel.onmessage = ({ data }: MessageEvent<Position>) => {
    const { log, readSeq } = store.getState()
    if (data.sessionId !== log.sessionId || data.readSeq <= readSeq) return
    published = data.readSeq
    store.update({ readSeq: published })
  }
  const unsubscribe = store.subscribe(() => {
    const { log, readSeq, isConnected } = store.getState()
    // Without a conversation, `readSeq` is 0 and nothing is sent.
    const position: Position = { sessionId: log.sessionId as string, readSeq }
    if (readSeq > published) channel.postMessage(position)
    published = readSeq
    const newest = log.messages.findLast(({ agent }) => agent)
    if (isConnected && newest && newest !== reported && newest.seq <= readSeq) {
      context.connection?.emit('message:read', position)
      reported = newest
    }
  })
  return () => {
    unsubscribe()
    channel.close()
  }
}
