import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import PostalMime, { type Email } from 'postal-mime'
import { SMTPServer } from 'smtp-server'
import { afterAll, beforeAll } from 'vitest'
import { waitUntil } from './fixtures.ts'

export type Caught = Email & { raw: string; recipients: string[] }

export type Mailbox = {
  readonly url: string
  caught: Caught[]
  /** The next mail to that address that was not taken yet. */
  next(to: string): Promise<Caught>
  /** How many mails to that address have arrived. */
  countFor(to: string): number
}

/** A real SMTP server that stores received mail. */
export function createMailbox(): Mailbox {
  const caught: Caught[] = []
  const taken = new Set<Caught>()
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
        caught.push({ ...(await PostalMime.parse(raw)), raw, recipients })
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
  const find = (to: string) => caught.find((mail) => !taken.has(mail) && mail.recipients.includes(to))
  return {
    get url() {
      return url
    },
    caught,
    countFor: (to) => caught.filter(({ recipients }) => recipients.includes(to)).length,
    async next(to) {
      const mail = await waitUntil(async () => find(to), Boolean)
      taken.add(mail as Caught)
      return mail as Caught
    },
  }
}

/** The link of a mail, as the path after the public URL. */
export function linkIn(mail: Caught): string {
  const link = /https?:\/\/\S+/.exec(mail.text ?? '')?.[0]
  if (!link) throw new Error(`no link in: ${mail.text}`)
  return new URL(link).pathname
}
