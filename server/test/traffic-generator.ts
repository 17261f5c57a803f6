import { Agent } from 'node:http'
import type { Message } from '@aichat/contracts/chat/messages'
import { io } from 'socket.io-client'
import { sleep } from './client.ts'
import type { History, Send } from './message-history.ts'

/** Sends messages continuously, and retries unacknowledged ones with the same clientId. */
export type TrafficGenerator = {
  /** Sends a visitor's first message and returns the id of its conversation. */
  open(): Promise<string>
  start(): void
  /** Stops sending and waits until every message is acknowledged. */
  finish(withinMs: number): Promise<void>
  disconnect(): void
  /** Errors that are not explained by a server that is killed and restarted. */
  unexpectedErrors: string[]
}

type GeneratorOptions = {
  name: string
  url: string
  auth: object
  /** The conversations of an agent, used in turn. A visitor has one conversation. */
  sessionIds?: string[]
  history: History
  random: () => number
  /** Sends one message at a time and retries it after any error, including a temporarily rejected token. */
  retriesErrors?: boolean
  /** Local address of the connection. */
  address?: string
}

type Answer = { success: true; message: Message } | { success: false; error: string }

/** Concurrent messages of one sender, whose order a retry must preserve. */
const maxInFlight = 4
const maxPauseMs = 8
const retryDelayMs = 100
/** Longer than the time for which a test sets the clock past the expiry of tokens. */
const maxRejectedMs = 20_000

export function createTrafficGenerator(options: GeneratorOptions): TrafficGenerator {
  const { name, url, auth, sessionIds = [], history, random, retriesErrors = false, address } = options
  const isVisitor = sessionIds.length === 0
  const socket = io(url, {
    auth,
    transports: ['websocket'],
    forceNew: true,
    reconnectionDelay: 20,
    reconnectionDelayMax: 100,
    ...(address ? { agent: new Agent({ localAddress: address }) as never } : {}),
  })
  const targets = [...sessionIds]
  const inFlight: Send[] = []
  const unexpectedErrors: string[] = []
  let count = 0
  let isSending = false
  let isClosed = false

  socket.on('message:new', ({ message }: { message: Message }) => {
    history.shown.push({ observer: name, sessionId: message.sessionId, id: message._id, seq: message.seq })
  })
  let rejectedSince: number | null = null
  /** Socket.IO does not reconnect when the server has closed or refused the connection. */
  const reconnect = () => setTimeout(() => isClosed || socket.connect(), retryDelayMs)
  socket.on('disconnect', (reason) => {
    if (retriesErrors && reason === 'io server disconnect') reconnect()
  })
  socket.on('connect_error', (error) => {
    if (socket.active) return
    rejectedSince ??= Date.now()
    if (retriesErrors && Date.now() - rejectedSince < maxRejectedMs) reconnect()
    else unexpectedErrors.push(`${name} was not allowed to connect: ${error.message}`)
  })
  socket.on('connect', () => {
    rejectedSince = null
    for (const send of inFlight) transmit(send)
    sendMessages()
  })

  function sendMessages(): void {
    while (isSending && socket.connected && inFlight.length < (retriesErrors ? 1 : maxInFlight)) {
      const send: Send = {
        sender: name,
        sessionId: targets[count % targets.length] as string,
        clientId: `${name}-${count}`,
        text: `${name} says ${count} ${'and on '.repeat(random() * 20)}`.trim(),
        acks: [],
      }
      count++
      history.sends.push(send)
      inFlight.push(send)
      transmit(send)
    }
  }

  function transmit(send: Send): void {
    const { clientId, text } = send
    const payload = isVisitor ? { clientId, text } : { sessionId: send.sessionId, clientId, text }
    socket.emit('message:send', payload, (answer: Answer) => {
      if (!answer.success && retriesErrors) {
        setTimeout(() => socket.connected && transmit(send), retryDelayMs)
        return
      }
      if (!answer.success) {
        unexpectedErrors.push(`${clientId} was rejected: ${answer.error}`)
        return
      }
      const { _id, seq, sessionId } = answer.message
      send.acks.push({ id: _id, seq })
      if (!send.sessionId) send.sessionId = sessionId
      const index = inFlight.indexOf(send)
      if (index >= 0) inFlight.splice(index, 1)
      setTimeout(sendMessages, random() * maxPauseMs)
    })
  }

  return {
    unexpectedErrors,
    async open() {
      const text = `${name} starts`
      const send: Send = { sender: name, sessionId: '', clientId: `${name}-first`, text, acks: [] }
      history.sends.push(send)
      inFlight.push(send)
      if (socket.connected) transmit(send)
      while (!send.sessionId) await sleep(5)
      targets.push(send.sessionId)
      return send.sessionId
    },
    start() {
      isSending = true
      sendMessages()
    },
    async finish(withinMs) {
      isSending = false
      const deadline = Date.now() + withinMs
      while (inFlight.length > 0) {
        if (Date.now() > deadline)
          throw new Error(`${name} waits for ${inFlight.length} acknowledgments; ${unexpectedErrors}`)
        await sleep(20)
      }
    },
    disconnect() {
      isClosed = true
      socket.disconnect()
    },
  }
}
