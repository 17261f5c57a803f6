import type { Message } from '@aichat/contracts/chat/messages'
import { openConnection } from '../connection/connection.ts'
import { isObject } from '../connection/shapes.ts'
import type { ChatContext } from './chat-context.ts'
import { createEventReducer } from './event-reducer.ts'

type Options = {
  auth(): Record<string, string>
  onConnected(): void
  onUnknownVisitor(): void
  onMessage(message: Message): void
  /** The company has deleted the chat with this public key. */
  onRemoved(publicKey: unknown): void
}

const syncIntervalMs = 15_000

/** Connects, applies the server's events, and reconciles with it at intervals. Returns the function that ends all of this. */
export function openChatConnection(context: ChatContext, options: Options): () => void {
  const { store, catchUp } = context
  const reduce = createEventReducer(store, catchUp, options.onMessage)
  const catchUpWhenVisible = () => {
    if (document.hidden) return
    // Messages that arrived while the tab was hidden count as read now.
    store.update({})
    catchUp.schedule()
  }
  const timer = setInterval(catchUp.schedule, syncIntervalMs)
  document.addEventListener('visibilitychange', catchUpWhenVisible)
  context.connection = openConnection(options.auth, {
    onConnected() {
      store.update({ isConnected: true })
      catchUp.schedule()
      options.onConnected()
    },
    onDisconnected: () => store.update({ isConnected: false, isAgentTyping: false, replyDraft: '' }),
    onUnknownVisitor: options.onUnknownVisitor,
    onEvent(name, data) {
      if (name === 'chat:removed' && isObject(data)) options.onRemoved(data.publicKey)
      else reduce(name, data)
    },
  })
  return () => {
    clearInterval(timer)
    document.removeEventListener('visibilitychange', catchUpWhenVisible)
    context.connection?.close()
  }
}
