import { once } from 'node:events'
import type { AddressInfo, Socket } from 'node:net'
import hoodiecrow from 'hoodiecrow-imap'
import { afterAll, beforeAll } from 'vitest'

export type ImapServer = {
  /** Of its only mailbox. */
  readonly url: string
  /** Adds an email to the mailbox, which arrived at that time. */
  deliver(raw: string | Buffer, receivedAt?: Date): void
  /** Ends all connections. */
  disconnectAll(): void
  connectionCount(): number
}

/** Starts an IMAP server that announces emails when it supports IDLE. */
export function createImapServer({ supportsIdle = true } = {}): ImapServer {
  const server = hoodiecrow({
    plugins: supportsIdle ? ['IDLE'] : [],
    users: { 'chat@example.com': { password: 'secret' } },
  })
  const sockets = new Set<Socket>()
  server.server.on('connection', (socket) => {
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket))
  })
  let url = ''
  beforeAll(async () => {
    server.listen(0, '127.0.0.1')
    await once(server.server, 'listening')
    const { port } = server.server.address() as AddressInfo
    url = `imap://chat%40example.com:secret@127.0.0.1:${port}`
  })
  afterAll(async () => {
    for (const socket of sockets) socket.destroy()
    await new Promise<void>((resolve) => server.close(() => resolve()))
  })
  return {
    get url() {
      return url
    },
    deliver: (raw, receivedAt = new Date()) =>
      server.appendMessage('INBOX', [], receivedAt, Buffer.from(raw).toString('latin1')),
    disconnectAll() {
      for (const socket of sockets) socket.destroy()
    },
    connectionCount: () => sockets.size,
  }
}
