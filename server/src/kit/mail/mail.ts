import { createTransport } from 'nodemailer'
import limit from 'p-limit'
import type { Log } from '../observability/log.ts'
import type { Settings } from '../process/settings.ts'
import { getAddress } from './address.ts'

/** A mail to one address. */
type MailMessage = {
  to: string
  /** Replaces the name, not the address, of the sender. */
  fromName?: string
  subject: string
  text: string
  html?: string
  /** Before the @ of the message ID; without one, each mail has a random ID. */
  messageId?: string
  /** Before the @. Mail clients show mails with the same one as one conversation. */
  threadId?: string
  /** Where replies go. Without one, to the sender. */
  replyTo?: string
  /** A name, and a part of a domain name that identifies the list (RFC 2919). */
  listId?: { name: string; id: string }
  /** Unsubscribes on POST without a page (RFC 8058). */
  unsubscribeUrl?: string
}

export type Mail = {
  isConfigured: boolean
  /** Of the sender, without the name. Null when no server is configured. */
  address: string | null
  /** Sends in the background. A failure is logged and does not affect the caller. */
  send(letter: MailMessage): void
  /** @throws MailDeliveryError when the server does not accept the mail, Error when no server is configured */
  deliver(letter: MailMessage): Promise<void>
  /** Waits a moment for mails that are being sent. */
  close(): Promise<void>
}

/** The mail server was not reached, or did not accept a mail. */
export class MailDeliveryError extends Error {}

/** The second one asks Exchange for no absence notice and other automatic replies. */
const notificationHeaders = {
  'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
  'X-Auto-Response-Suppress': 'OOF, AutoReply',
}
const concurrency = 3
const closeTimeoutMs = 3000
const timeouts = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 20_000 }

export function openMail(settings: Settings['mail'], log: Log): Mail {
  if (!settings) {
    return {
      isConfigured: false,
      address: null,
      send: () => log.warn('a mail was not sent: SMTP_URL is not set'),
      deliver: async () => {
        throw new Error('SMTP_URL is not set')
      },
      close: async () => {},
    }
  }
  const { from } = settings
  const transport = createMailTransport(settings)
  const runLimited = limit(concurrency)
  const pending = new Set<Promise<void>>()

  function deliver(letter: MailMessage): Promise<void> {
    const sent = runLimited(() => sendMail(transport, from, letter))
      .catch((cause) => {
        throw new MailDeliveryError('Failed to deliver a mail', { cause })
      })
      .finally(() => pending.delete(sent))
    pending.add(sent)
    return sent
  }

  return {
    isConfigured: true,
    address: getAddress(from),
    send(letter) {
      deliver(letter).catch((error) => log.error({ err: error }, 'failed to send a mail'))
    },
    deliver,
    async close() {
      const timeout = new Promise((resolve) => setTimeout(resolve, closeTimeoutMs).unref())
      await Promise.race([Promise.allSettled(pending), timeout])
      transport.close()
    },
  }
}

async function sendMail(
  transport: Transport,
  from: string,
  { to, subject, fromName, messageId, threadId, listId, unsubscribeUrl, ...content }: MailMessage,
): Promise<void> {
  const address = getAddress(from)
  const host = address.split('@').at(-1)
  await transport.sendMail({
    from: fromName === undefined ? from : { name: toSingleLine(fromName), address },
    // Nodemailer does not parse an address object. A string could be parsed as a list of addresses.
    to: { name: '', address: toSingleLine(to) },
    subject: toSingleLine(subject),
    ...content,
    ...(messageId ? { messageId: `<${messageId}@${host}>` } : {}),
    ...(threadId ? { references: `<${threadId}@${host}>` } : {}),
    list: {
      ...(unsubscribeUrl ? { unsubscribe: unsubscribeUrl } : {}),
      ...(listId ? { id: { comment: toSingleLine(listId.name), url: `${listId.id}.${host}` } } : {}),
    },
    ...(unsubscribeUrl ? { headers: notificationHeaders } : {}),
  })
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

type Transport = ReturnType<typeof createMailTransport>

function createMailTransport({ url }: NonNullable<Settings['mail']>) {
  return createTransport({ url, ...timeouts, disableFileAccess: true, disableUrlAccess: true })
}

/** Prevents header injection: subjects contain names that people chose. */
function toSingleLine(text: string): string {
  return text.replace(/[\p{Cc}\u2028\u2029]+/gu, ' ').trim()
}
