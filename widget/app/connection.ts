import type { PayloadInput } from '@aichat/contracts/realtime'
import type { visitorCommands, visitorEvents } from '@aichat/contracts/visitors'
import { io } from 'socket.io-client'
import { type Fields, isObject, readText } from './shapes.ts'

type Commands = typeof visitorCommands
type CommandName = keyof Commands
export type EventName = keyof typeof visitorEvents

/** `data` is as the server sent it: whoever reads it checks it. */
export type Answer =
  | { kind: 'done'; data: Fields }
  | { kind: 'refused'; error: string; code: string }
  | { kind: 'unanswered' }
  | { kind: 'offline' }

export type Connection = {
  isConnected(): boolean
  ask<Name extends CommandName>(name: Name, payload: PayloadInput<Commands[Name]>): Promise<Answer>
  /** For what is not worth waiting or repeating for. */
  tell<Name extends CommandName>(name: Name, payload: PayloadInput<Commands[Name]>): void
  /** Gives up a link that looks alive and is not. */
  renew(): void
}

export type Listeners = {
  onConnected(): void
  onDisconnected(): void
  /** The server does not know this visitor any more. */
  onUnknownVisitor(): void
  onEvent(name: EventName, data: unknown): void
}

const answerWithin = 10_000
const retryAfter = 3_000
const eventNames: EventName[] = [
  'message:new',
  'typing:update',
  'prechat:request',
  'session:patched',
  'presence:update',
]

export function openConnection(auth: () => Record<string, string>, listeners: Listeners): Connection {
  const socket = io('/visitor', {
    path: '/socket.io',
    transports: ['websocket', 'polling'],
    tryAllTransports: true,
    reconnectionDelay: 500,
    reconnectionDelayMax: 10_000,
    auth: (send) => send(auth()),
  })
  socket.on('connect', listeners.onConnected)
  socket.on('disconnect', () => {
    listeners.onDisconnected()
    reconnectIfLeft()
  })
  socket.on('connect_error', (error) => {
    listeners.onDisconnected()
    if (error.message === 'Authentication failed') listeners.onUnknownVisitor()
    reconnectIfLeft()
  })
  for (const name of eventNames) socket.on(name, (data: unknown) => listeners.onEvent(name, data))
  window.addEventListener('online', () => {
    if (!socket.connected) renew()
  })

  /** Where the server ended it or refused it, the client does not come back by itself. */
  function reconnectIfLeft() {
    if (socket.active) return
    setTimeout(() => {
      if (!socket.active) socket.connect()
    }, retryAfter)
  }

  function renew() {
    socket.disconnect()
    socket.connect()
  }

  return {
    isConnected: () => socket.connected,
    async ask(name, payload) {
      if (!socket.connected) return { kind: 'offline' }
      try {
        return readAnswer(await socket.timeout(answerWithin).emitWithAck(name, payload))
      } catch {
        return { kind: socket.connected ? 'unanswered' : 'offline' }
      }
    },
    tell(name, payload) {
      if (socket.connected) socket.volatile.emit(name, payload)
    },
    renew,
  }
}

function readAnswer(answer: unknown): Answer {
  if (!isObject(answer)) return { kind: 'unanswered' }
  if (answer.success === true) return { kind: 'done', data: answer }
  return { kind: 'refused', error: readText(answer.error), code: readText(answer.code) }
}
