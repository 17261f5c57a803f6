declare module 'hoodiecrow-imap' {
  import type { EventEmitter } from 'node:events'
  import type { Server } from 'node:net'

  type Options = {
    plugins?: string[]
    users?: Record<string, { password: string }>
    storage?: Record<string, object>
  }
  type ImapServer = EventEmitter & {
    server: Server
    listen(port: number, host: string): void
    close(callback?: () => void): void
    /** `raw` has one character per byte. */
    appendMessage(mailbox: string, flags: string[], internalDate: Date, raw: string): void
  }
  function createServer(options?: Options): ImapServer
  export = createServer
}
