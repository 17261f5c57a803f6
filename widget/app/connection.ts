import type { PayloadInput } from '@aichat/contracts/realtime'
import type { visitorCommands } from '@aichat/contracts/visitors'
import { type Fields, isObject, readText } from './shapes.ts'
import { openSocket } from './socket.ts'

type Commands = typeof visitorCommands
type CommandName = keyof Commands

/** `data` is as the server sent it: whoever reads it checks it. */
export type Answer =
  | { kind: 'done'; data: Fields }
  | { kind: 'refused'; error: string; code: string }
  | { kind: 'unanswered' }
  | { kind: 'offline' }

export type Connection = {
  ask<Name extends CommandName>(name: Name, payload: PayloadInput<Commands[Name]>): Promise<Answer>
  /** For what is not worth waiting or repeating for. */
  tell<Name extends CommandName>(name: Name, payload: PayloadInput<Commands[Name]>): void
  /** Gives up a link that looks alive and is not. */
  renew(): void
  close(): void
}

export type Listeners = {
  onConnected(): void
  onDisconnected(): void
  /** The server does not know this visitor any more. */
  onUnknownVisitor(): void
  onEvent(name: string, data: unknown): void
}

const answerWithin = 10_000

export function openConnection(auth: () => Record<string, string>, listeners: Listeners): Connection {
  const socket = openSocket(location.origin, auth, {
    onConnected: listeners.onConnected,
    onDisconnected: listeners.onDisconnected,
    onRefused(message) {
      if (message === 'Authentication failed') listeners.onUnknownVisitor()
    },
    onEvent: listeners.onEvent,
  })
  const renewIfLost = () => {
    if (!socket.isConnected() && !document.hidden) socket.renew()
  }
  window.addEventListener('online', renewIfLost)
  document.addEventListener('visibilitychange', renewIfLost)

  return {
    async ask(name, payload) {
      if (!socket.isConnected()) return { kind: 'offline' }
      try {
        return readAnswer(await socket.ask(name, payload, answerWithin))
      } catch {
        return { kind: socket.isConnected() ? 'unanswered' : 'offline' }
      }
    },
    tell: socket.tell,
    renew: socket.renew,
    close() {
      window.removeEventListener('online', renewIfLost)
      document.removeEventListener('visibilitychange', renewIfLost)
      socket.close()
    },
  }
}

function readAnswer(answer: unknown): Answer {
  if (!isObject(answer)) return { kind: 'unanswered' }
  if (answer.success === true) return { kind: 'done', data: answer }
  return { kind: 'refused', error: readText(answer.error), code: readText(answer.code) }
}
