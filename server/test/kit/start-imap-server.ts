import { once } from 'node:events'
import type { AddressInfo, Socket } from 'node:net'
import hoodiecrow from 'hoodiecrow-imap'

export type RunningImapServer = {
  /** Of its only mailbox. */
  url: string
  /** Adds an email to the mailbox, which arrived at that time. */
  deliver(raw: string | Buffer, receivedAt?: Date): void
  /** Ends all connections. */
  disconnectAll(): void
  close(): Promise<void>
}

/** Starts an IMAP server that announces emails when it supports IDLE. */
export async function startImapServer({ supportsIdle = true } = {}): Promise<RunningImapServer> {
  const server = hoodiecrow({
    plugins: supportsIdle ? ['IDLE'] : [],
    users: { 'chat@example.com': { password: 'secret' } },
  })
  const sockets = new Set<Socket>()
  server.server.on('connection', (socket) => {
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket))
  })
  server.listen(0, '127.0.0.1')
  await once(server.server, 'listening')
  const { port } = server.server.address() as AddressInfo
  const disconnectAll = () => {
    for (const socket of sockets) socket.destroy()
  }
  return {
    url: `imap://chat%40example.com:secret@127.0.0.1:${port}`,
    deliver: (raw, receivedAt = new Date()) =>
      server.appendMessage('INBOX', [], receivedAt, Buffer.from(raw).toString('latin1')),
    disconnectAll,
    async close() {
      disconnectAll()
      await new Promise<void>((resolve) => server.close(() => resolve()))
    },
  }
}
