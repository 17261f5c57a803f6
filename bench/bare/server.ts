import { randomUUID } from 'node:crypto'
import { createServer } from 'node:http'
import { Server } from 'socket.io'

export type Message = {
  _id: string
  clientId: string
  sessionId: string
  seq: number
  from: 'visitor'
  type: 'text'
  text: string
  createdAt: string
  isAi: false
  agent: null
  attachments: []
  meta: object
}

export type BareSession = { id: string; tenant: number; lastSeq: number }

/**
 * The bare limit for a chat: Socket.IO, one session per sender, one room per tenant; no authentication, no validation. `store`
 * resolves when the message is committed; without it nothing is stored or broadcast.
 */
export function serveBare(
  sessions: BareSession[],
  store: ((message: Message) => Promise<void>) | null,
): void {
  const http = createServer((_, response) => response.end('ready'))
  const io = new Server(http, { transports: ['websocket'], serveClient: false })

  io.on('connection', (socket) => {
    const { index, tenant } = socket.handshake.auth as { index?: number; tenant: number }
    if (index === undefined) {
      socket.join(`tenant:${tenant}`)
      return
    }
    const session = sessions[index] as BareSession
    socket.on(
      'message:send',
      async (sent: { text: string; clientId: string }, ack: (answer: object) => void) => {
        const message = createMessage(session, sent)
        await store?.(message)
        ack({
          success: true,
          message,
          session: { sessionId: session.id, status: 'active', lastSeq: message.seq },
        })
        if (store) io.to(`tenant:${session.tenant}`).emit('message:new', { message })
      },
    )
  })

  process.on('disconnect', () => process.exit(0))
  http.listen(Number(process.env.PORT), '127.0.0.1')
}

/** One session for each sender. */
export function createSessions(): BareSession[] {
  const tenants = Number(process.env.TENANTS)
  return Array.from({ length: Number(process.env.SENDERS) }, (_, index) => ({
    id: randomUUID(),
    tenant: index % tenants,
    lastSeq: 0,
  }))
}

function createMessage(
  session: BareSession,
  { text, clientId }: { text: string; clientId: string },
): Message {
  session.lastSeq += 1
  return {
    _id: randomUUID(),
    clientId,
    sessionId: session.id,
    seq: session.lastSeq,
    from: 'visitor',
    type: 'text',
    text,
    createdAt: new Date().toISOString(),
    isAi: false,
    agent: null,
    attachments: [],
    meta: {},
  }
}
