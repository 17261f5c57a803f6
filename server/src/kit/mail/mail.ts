import { createTransport } from 'nodemailer'
import limit from 'p-limit'
import type { Log } from '../observability/log.ts'
import type { Settings } from '../process/settings.ts'

/** A plain-text mail to one address. */
type MailMessage = { to: string; subject: string; text: string }

export type Mail = {
  isConfigured: boolean
  /** Sends in the background. A failure is logged and does not affect the caller. */
  send(letter: MailMessage): void
  /** Waits a moment for mails that are being sent. */
  close(): Promise<void>
}

const concurrency = 3
const closeTimeoutMs = 3000
const timeouts = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 20_000 }

export function openMail(settings: Settings['mail'], log: Log): Mail {
  if (!settings) {
    return {
      isConfigured: false,
      send: () => log.warn('a mail was not sent: SMTP_URL is not set'),
      close: async () => {},
    }
  }
  const transport = createMailTransport(settings)
  const runLimited = limit(concurrency)
  const pending = new Set<Promise<void>>()

  async function deliver({ to, subject, text }: MailMessage): Promise<void> {
    try {
      // An address object is used as it is, whereas a string may be parsed as a list of addresses.
      await transport.sendMail({
        from: settings?.from,
        to: { name: '', address: toSingleLine(to) },
        subject: toSingleLine(subject),
        text,
      })
    } catch (error) {
      log.error({ err: error }, 'failed to send a mail')
    }
  }

  return {
    isConfigured: true,
    send(letter) {
      const sent = runLimited(() => deliver(letter)).finally(() => pending.delete(sent))
      pending.add(sent)
    },
    async close() {
      const timeout = new Promise((resolve) => setTimeout(resolve, closeTimeoutMs).unref())
      await Promise.race([Promise.all(pending), timeout])
      transport.close()
    },
  }
}

/** Connects and signs in without sending. @throws the error of the server */
export async function verifyMail(settings: NonNullable<Settings['mail']>): Promise<void> {
  const transport = createMailTransport(settings)
  try {
    await transport.verify()
  } finally {
    transport.close()
  }
}

function createMailTransport({ url }: NonNullable<Settings['mail']>) {
  return createTransport({ url, ...timeouts, disableFileAccess: true, disableUrlAccess: true })
}

/** Prevents header injection: subjects contain names that people chose. */
function toSingleLine(text: string): string {
  return text.replace(/[\p{Cc}\u2028\u2029]+/gu, ' ').trim()
}
