import type { visitorCommands } from '@aichat/contracts/chat/visitors'
import type { PayloadInput } from '@aichat/contracts/kit/realtime'
import { type Fields, isObject, readText } from './shapes.ts'
import { openSocket } from './socket.ts'

type Commands = typeof visitorCommands
type CommandName = keyof Commands

/** `data` is not validated; its reader checks each field. */
export type Answer =
  | { kind: 'done'; data: Fields }
  | { kind: 'refused'; code: string }
  | { kind: 'unanswered' }
  | { kind: 'offline' }

export type Connection = {
  request<Name extends CommandName>(name: Name, payload: PayloadInput<Commands[Name]>): Promise<Answer>
  /** Sends without acknowledgement or retry. */
  emit<Name extends CommandName>(name: Name, payload: PayloadInput<Commands[Name]>): void
  /** Replaces a connection that seems open but does not respond. */
  reconnect(): void
  close(): void
}

export type Listeners = {
  onConnected(): void
  onDisconnected(): void
  /** The server no longer accepts the visitor's token. */
  onUnknownVisitor(): void
  onEvent(name: string, data: unknown): void
}

const requestTimeoutMs = 10_000

export function openConnection(auth: () => Record<string, string>, listeners: Listeners): Connection {
  const socket = openSocket(location.origin, auth, {
    onConnected: listeners.onConnected,
    onDisconnected: listeners.onDisconnected,
    onRefused(message) {
      if (message === 'Authentication failed') listeners.onUnknownVisitor()
    },
    onEvent: listeners.onEvent,
  })
  const reconnectIfLost = () => {
    if (!socket.isConnected() && !document.hidden) socket.reconnect()
  }
  window.addEventListener('online', reconnectIfLost)
  window.addEventListener('offline', socket.drop)
  document.addEventListener('visibilitychange', reconnectIfLost)

  return {
    async request(name, payload) {
      if (!socket.isConnected()) return { kind: 'offline' }
      try {
        return readAnswer(await socket.request(name, payload, requestTimeoutMs))
      } catch {
        return { kind: socket.isConnected() ? 'unanswered' : 'offline' }
      }
    },
    emit: socket.emit,
    reconnect: socket.reconnect,
    close() {
      window.removeEventListener('online', reconnectIfLost)
      window.removeEventListener('offline', socket.drop)
      document.removeEventListener('visibilitychange', reconnectIfLost)
      socket.close()
    },
  }
}

function readAnswer(answer: unknown): Answer {
  if (!isObject(answer)) return { kind: 'unanswered' }
  if (answer.success === true) return { kind: 'done', data: answer }
  return { kind: 'refused', code: readText(answer.code) }
}
