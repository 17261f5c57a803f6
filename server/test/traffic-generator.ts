import { Agent } from 'node:http'
import type { Message } from '@aichat/contracts/messages'
import { io } from 'socket.io-client'
import { sleep } from './fixtures.ts'
import type { History, Send } from './message-history.ts'

/** Sends messages continuously, and retries unacknowledged ones with the same clientId. */
export type TrafficGenerator = {
  /** Sends a visitor's first message and returns the id of its conversation. */
  open(): Promise<string>
  start(): void
  /** Stops sending and waits until every message is acknowledged. */
  finish(withinMs: number): Promise<void>
  leave(): void
  /** Errors that a killed and restarted server never causes. */
  refusals: string[]
}

type GeneratorOptions = {
  name: string
  url: string
  auth: object
  /** Where to write, in turn. A visitor has one conversation and need not name it. */
  sessionIds?: string[]
  history: History
  random: () => number
  /** Sends one message at a time and retries it after any error, also after a token that was invalid for a while. */
  isPatient?: boolean
  /** Of this machine, to connect from. */
  address?: string
}

type Answer = { success: true; message: Message } | { success: false; error: string }

/** Concurrent messages of one sender, whose order a retry must preserve. */
const maxPending = 4
const maxPauseMs = 8
const retryDelayMs = 100
/** Longer than a test sets the clock past the end of the tokens. */
const maxRefusedMs = 20_000

export function createTrafficGenerator(given: GeneratorOptions): TrafficGenerator {
  const { name, url, auth, sessionIds = [], history, random, isPatient = false, address } = given
  const isVisitor = sessionIds.length === 0
  const socket = io(url, {
    auth,
    transports: ['websocket'],
    forceNew: true,
    reconnectionDelay: 20,
    reconnectionDelayMax: 100,
    ...(address ? { agent: new Agent({ localAddress: address }) as never } : {}),
  })
  const places = [...sessionIds]
  const underway: Send[] = []
  const refusals: string[] = []
  let count = 0
  let isTalking = false
  let hasLeft = false

  socket.on('message:new', ({ message }: { message: Message }) => {
    history.shown.push({ observer: name, sessionId: message.sessionId, id: message._id, seq: message.seq })
  })
  let refusedSince: number | null = null
  /** Socket.IO does not reconnect when the server has closed or refused the connection. */
  const reconnect = () => setTimeout(() => hasLeft || socket.connect(), retryDelayMs)
  socket.on('disconnect', (reason) => {
    if (isPatient && reason === 'io server disconnect') reconnect()
  })
  socket.on('connect_error', (error) => {
    if (socket.active) return
    refusedSince ??= Date.now()
    if (isPatient && Date.now() - refusedSince < maxRefusedMs) reconnect()
    else refusals.push(`${name} may not connect: ${error.message}`)
  })
  socket.on('connect', () => {
    refusedSince = null
    for (const send of underway) transmit(send)
    talk()
  })

  function talk(): void {
    while (isTalking && socket.connected && underway.length < (isPatient ? 1 : maxPending)) {
      const send: Send = {
        sender: name,
        sessionId: places[count % places.length] as string,
        clientId: `${name}-${count}`,
        text: `${name} says ${count} ${'and on '.repeat(random() * 20)}`.trim(),
        acks: [],
      }
      count++
      history.sends.push(send)
      underway.push(send)
      transmit(send)
    }
  }

  function transmit(send: Send): void {
    const { sessionId, clientId, text } = send
    const payload = isVisitor ? { clientId, text } : { sessionId, clientId, text }
    socket.emit('message:send', payload, (answer: Answer) => {
      if (!answer.success && isPatient) {
        setTimeout(() => socket.connected && transmit(send), retryDelayMs)
        return
      }
      if (!answer.success) {
        refusals.push(`${clientId} was refused: ${answer.error}`)
        return
      }
      const { _id, seq, sessionId: place } = answer.message
      send.acks.push({ id: _id, seq })
      if (!send.sessionId) send.sessionId = place
      const index = underway.indexOf(send)
      if (index >= 0) underway.splice(index, 1)
      setTimeout(talk, random() * maxPauseMs)
    })
  }

  return {
    refusals,
    async open() {
      const text = `${name} is here`
      const send: Send = { sender: name, sessionId: '', clientId: `${name}-first`, text, acks: [] }
      history.sends.push(send)
      underway.push(send)
      if (socket.connected) transmit(send)
      while (!send.sessionId) await sleep(5)
      places.push(send.sessionId)
      return send.sessionId
    },
    start() {
      isTalking = true
      talk()
    },
    async finish(withinMs) {
      isTalking = false
      const until = Date.now() + withinMs
      while (underway.length > 0) {
        if (Date.now() > until) throw new Error(`${name} waits for ${underway.length} answers; ${refusals}`)
        await sleep(20)
      }
    },
    leave() {
      hasLeft = true
      socket.disconnect()
    },
  }
}
