import { createTransport } from 'nodemailer'
import limit from 'p-limit'
import type { Log } from '../process/log.ts'
import type { Settings } from '../process/settings.ts'

/** A mail of plain words to one address. */
type Letter = { to: string; subject: string; text: string }

export type Mail = {
  isConfigured: boolean
  /** Sends in the background: a mail that fails is logged, and never fails what asked for it. */
  send(letter: Letter): void
  /** Waits a moment for what is on its way. */
  close(): Promise<void>
}

const atOnce = 3
const closeWithinMs = 3000
const timeouts = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 20_000 }

export function openMail(settings: Settings['mail'], log: Log): Mail {
  if (!settings) {
    return {
      isConfigured: false,
      send: () => log.warn('A mail was not sent: SMTP_URL is not set'),
      close: async () => {},
    }
  }
  const transport = transportFor(settings)
  const turn = limit(atOnce)
  const underway = new Set<Promise<void>>()

  async function deliver({ to, subject, text }: Letter): Promise<void> {
    try {
      // As an object the address is taken as it is, never read as a list of several.
      await transport.sendMail({
        from: settings?.from,
        to: { name: '', address: oneLine(to) },
        subject: oneLine(subject),
        text,
      })
    } catch (error) {
      log.error({ err: error }, 'a mail was not sent')
    }
  }

  return {
    isConfigured: true,
    send(letter) {
      const sent = turn(() => deliver(letter)).finally(() => underway.delete(sent))
      underway.add(sent)
    },
    async close() {
      const patience = new Promise((resolve) => setTimeout(resolve, closeWithinMs).unref())
      await Promise.race([Promise.all(underway), patience])
      transport.close()
    },
  }
}

/** Goes as far as one can without sending. @throws what the server says */
export async function verifyMail(settings: NonNullable<Settings['mail']>): Promise<void> {
  const transport = transportFor(settings)
  try {
    await transport.verify()
  } finally {
    transport.close()
  }
}

function transportFor({ url }: NonNullable<Settings['mail']>) {
  return createTransport({ url, ...timeouts, disableFileAccess: true, disableUrlAccess: true })
}

/** Names stand in subjects: what ends a header's line ends no line of ours. */
function oneLine(text: string): string {
  return text.replace(/[\p{Cc}\u2028\u2029]+/gu, ' ').trim()
}
