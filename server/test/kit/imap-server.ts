import { afterAll, beforeAll } from 'vitest'
import { type RunningImapServer, startImapServer } from './start-imap-server.ts'

export type ImapServer = Omit<RunningImapServer, 'close'>

/** An IMAP server that runs during the tests of a file. */
export function createImapServer(options: { supportsIdle?: boolean } = {}): ImapServer {
  let server: RunningImapServer
  beforeAll(async () => {
    server = await startImapServer(options)
  })
  afterAll(() => server.close())
  return {
    get url() {
      return server.url
    },
    deliver: (raw, receivedAt) => server.deliver(raw, receivedAt),
    disconnectAll: () => server.disconnectAll(),
  }
}
