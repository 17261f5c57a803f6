import type { Language } from '@aichat/contracts/kit/languages'
import { nameInMail } from '../../kit/mail/name-in-mail.ts'
import { escapeHtml } from '../../kit/text/escape-html.ts'
import { emailWords, isRightToLeft } from '../words.ts'
import { renderHtml, renderText } from './render-message.ts'

export type EmailedMessage = { author: string; text: string; attachmentNames: string[] }

type ReplyEmail = {
  language: Language
  senderName: string
  messages: EmailedMessage[]
  /** Opens the conversation. */
  link: string
  unsubscribeUrl: string
  /** Whether the visitor can answer by email. */
  readsReplies: boolean
}

/** An agent's messages as an email: its text, and the same as HTML, which leaves colors to the mail client and has no images. */
export function writeReplyEmail({
  language,
  senderName,
  messages,
  link,
  unsubscribeUrl,
  readsReplies,
}: ReplyEmail): {
  subject: string
  text: string
  html: string
} {
  const words = emailWords[language]
  const withName = (sentence: string) => sentence.replace('{name}', () => senderName)
  const list = messages.map(({ author, text, attachmentNames }, index) => ({
    // Consecutive messages of one author have the name once.
    author: author === messages[index - 1]?.author ? null : nameInMail(author),
    text,
    attachments: attachmentNames.map((name) => `${words.attachment} ${name}`),
  }))
  const reason = withName(words.reason)
  const replyHint = readsReplies ? words.reply : words.noReplies
  const paragraphs = [
    ...list.map(({ author, text, attachments }) =>
      [author && `${author}:`, renderText(text), ...attachments].filter(Boolean).join('\n'),
    ),
    `${words.open}: ${link}`,
    replyHint,
    `${reason}\n${words.unsubscribe}: ${unsubscribeUrl}`,
  ]
  const anchor = (url: string, label: string) => `<a href="${escapeHtml(url)}">${escapeHtml(label)}</a>`
  const html = [
    `<!doctype html><html lang="${language}" dir="${isRightToLeft(language) ? 'rtl' : 'ltr'}"><head><meta charset="utf-8">`,
    `<meta name="color-scheme" content="light dark"><title>${escapeHtml(withName(words.subject))}</title></head>`,
    '<body style="margin:0;padding:16px;font-family:system-ui,-apple-system,Segoe UI,sans-serif;font-size:15px;line-height:22px">',
    ...list.map(toHtml),
    `<p style="margin:24px 0 0;font-weight:600">${anchor(link, words.open)}</p>`,
    `<p style="margin:32px 0 0;font-size:13px;line-height:20px">${escapeHtml(replyHint)}<br>${escapeHtml(reason)} ${anchor(unsubscribeUrl, words.unsubscribe)}</p>`,
    '</body></html>',
  ].join('\n')
  return { subject: withName(words.subject), text: paragraphs.join('\n\n'), html }
}

type Listed = { author: string | null; text: string; attachments: string[] }

function toHtml({ author, text, attachments }: Listed): string {
  const heading =
    author === null ? '' : `<p style="margin:16px 0 4px;font-weight:600">${escapeHtml(author)}</p>`
  const files = attachments.map((line) => `<p style="margin:0 0 8px">${escapeHtml(line)}</p>`)
  return `${heading}${renderHtml(text)}${files.join('')}`
}
