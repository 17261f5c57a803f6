import { createHash } from 'node:crypto'
import { toLine } from '@aichat/contracts/kit/common'
import { truncateText } from '@aichat/contracts/kit/text'
import { convert } from 'html-to-text'
import PostalMime, { type Email } from 'postal-mime'

export type EmailFile = { name: string; content: Buffer }

export type InboundEmail = {
  /** The Message-ID, or a hash of an email without one. */
  key: string
  from: { address: string; name: string | null }
  subject: string
  /** The whole text; that of HTML without a text part. */
  text: string
  files: EmailFile[]
  isAutomatic: boolean
}

/** A Message-ID that can be a `clientId`. */
const messageIdPattern = /^<[\x21-\x7e]{1,98}>$/
const maxLineLength = 300
/** Of the text that agents can open beside the message. */
const maxTextLength = 100_000
const maxHtmlLength = 1_000_000
/** Those to which mail servers add the recipient, also where a rule forwards an email or the recipient is a blind copy. */
const recipientHeaders = [
  'to',
  'cc',
  'delivered-to',
  'envelope-to',
  'x-original-to',
  'x-forwarded-to',
  'x-gm-original-to',
  'x-rcpt-to',
  'resent-to',
]

const bulkPrecedences = ['bulk', 'junk', 'list', 'auto_reply']

/** Headers that programs set: absence notices, lists and delivery reports (RFC 3834, RFC 2919, RFC 3464 and common practice). */
const automaticHeaders = [
  'list-id',
  'list-unsubscribe',
  'x-autoreply',
  'x-autorespond',
  'x-failed-recipients',
]

/** The values of the headers that name recipients, as one text. */
export function getRecipients(headers: Buffer): string {
  const lines = headers
    .toString('latin1')
    .replace(/\r?\n[ \t]+/g, ' ')
    .split(/\r?\n/)
  return lines
    .filter((line) => recipientHeaders.includes(line.slice(0, Math.max(0, line.indexOf(':'))).toLowerCase()))
    .join('\n')
}

/** @throws where the source is no email */
export async function parseEmail(source: Buffer): Promise<InboundEmail> {
  const email = await PostalMime.parse(source, { attachmentEncoding: 'arraybuffer' })
  const text = email.text?.trim() ? email.text : htmlToText(email.html?.slice(0, maxHtmlLength) ?? '')
  return {
    key: getKey(email, source),
    from: { address: toShortLine(email.from?.address), name: toShortLine(email.from?.name) || null },
    subject: toShortLine(email.subject),
    text: truncateText(toStorable(text), maxTextLength),
    files: email.attachments.map(({ filename, content }, index) => ({
      name: toShortLine(filename ?? '') || `file-${index + 1}`,
      content: Buffer.from(content as ArrayBuffer),
    })),
    isAutomatic: isAutomatic(email),
  }
}

function toShortLine(text = ''): string {
  return truncateText(toLine(toStorable(text)), maxLineLength)
}

/** Without U+0000 and lone surrogates, which PostgreSQL cannot store in text. */
function toStorable(text: string): string {
  return text
    .replace(/\r\n?/g, '\n')
    .replaceAll('\u0000', '')
    .replace(/\p{Surrogate}/gu, '\ufffd')
    .normalize('NFC')
}

function getKey({ messageId }: Email, source: Buffer): string {
  if (messageId && messageIdPattern.test(messageId)) return messageId
  return createHash('sha256')
    .update(messageId ?? source)
    .digest('hex')
}

function isAutomatic({ headers, from, returnPath }: Email): boolean {
  const find = (key: string) =>
    headers
      .find((header) => header.key === key)
      ?.value.trim()
      .toLowerCase()
  const autoSubmitted = find('auto-submitted')
  return (
    (autoSubmitted !== undefined && autoSubmitted !== 'no') ||
    bulkPrecedences.includes(find('precedence') ?? '') ||
    automaticHeaders.some((key) => find(key) !== undefined) ||
    returnPath === '' ||
    find('return-path') === '<>' ||
    find('content-type')?.startsWith('multipart/report') === true ||
    /^(mailer-daemon|postmaster|no-?reply)@/i.test(from?.address ?? '')
  )
}

function htmlToText(html: string): string {
  return convert(html, {
    wordwrap: false,
    selectors: [
      { selector: 'img', format: 'skip' },
      { selector: 'a', options: { hideLinkHrefIfSameAsText: true, linkBrackets: ['(', ')'] } },
      { selector: 'blockquote', options: { trimEmptyLines: false } },
      ...['h1', 'h2', 'h3', 'h4', 'h5', 'h6'].map((selector) => ({
        selector,
        options: { uppercase: false },
      })),
    ],
  })
}
