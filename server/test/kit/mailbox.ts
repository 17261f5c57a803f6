import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import PostalMime, { type Email } from 'postal-mime'
import { SMTPServer } from 'smtp-server'
import { afterAll, beforeAll } from 'vitest'
import { waitUntil } from './client.ts'

export type ReceivedMail = Email & { raw: string; recipients: string[] }

export type Mailbox = {
  readonly url: string
  received: ReceivedMail[]
  /** Waits for the next mail to that address that was not returned yet. */
  next(to: string): Promise<ReceivedMail>
  /** The number of mails received for that address. */
  countFor(to: string): number
}

/** Starts an SMTP server that stores received mail. */
export function createMailbox(): Mailbox {
  const received: ReceivedMail[] = []
  const returned = new Set<ReceivedMail>()
  let url = ''
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    logger: false,
    onData(stream, session, done) {
      const chunks: Buffer[] = []
      stream.on('data', (chunk: Buffer) => chunks.push(chunk))
      stream.on('end', async () => {
        const raw = Buffer.concat(chunks).toString('utf8')
        const recipients = session.envelope.rcptTo.map((one) => one.address)
        received.push({ ...(await PostalMime.parse(raw)), raw, recipients })
        done()
      })
    },
  })
  beforeAll(async () => {
    server.listen(0, '127.0.0.1')
    await once(server.server, 'listening')
    url = `smtp://127.0.0.1:${(server.server.address() as AddressInfo).port}`
  })
  afterAll(() => new Promise<void>((resolve) => server.close(() => resolve())))
  const find = (to: string) => received.find((mail) => !returned.has(mail) && mail.recipients.includes(to))
  return {
    get url() {
      return url
    },
    received,
    countFor: (to) => received.filter(({ recipients }) => recipients.includes(to)).length,
    async next(to) {
      const mail = await waitUntil(async () => find(to), Boolean)
      returned.add(mail as ReceivedMail)
      return mail as ReceivedMail
    },
  }
}

/** The link of a mail, as the path after the public URL. */
export function linkIn(mail: ReceivedMail): string {
  const link = /https?:\/\/\S+/.exec(mail.text ?? '')?.[0]
  if (!link) throw new Error(`no link in: ${mail.text}`)
  return new URL(link).pathname
}
