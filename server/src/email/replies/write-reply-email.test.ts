import { languageCodes } from '@aichat/contracts/kit/languages'
import { expect, test } from 'vitest'
import { emailWords } from '../words.ts'
import { writeReplyEmail } from './write-reply-email.ts'

const email = {
  language: 'en' as const,
  senderName: 'Acme $& Sons',
  messages: [
    {
      author: 'Ada',
      text: 'Hello,\n\n1. *one*\n2. `two`\n\n```\ncode <b>\n```',
      attachmentNames: ['map.pdf'],
    },
    { author: 'Ada', text: 'And this.', attachmentNames: [] },
    {
      author: 'evil.example.com',
      text: '[safe](javascript:alert(1)) https://shop.example.com/a?b=1&c=2',
      attachmentNames: [],
    },
  ],
  link: 'https://chat.example.com/widgets/conversation/pk#cl_x',
  unsubscribeUrl: 'https://chat.example.com/email/unsubscribe/t',
  readsReplies: false,
}

test('writes messages, attachments and links as text and as HTML', () => {
  const { subject, text, html } = writeReplyEmail(email)
  expect(subject).toBe('New message from Acme $& Sons')
  expect(text).toBe(`Ada:
Hello,

1. one
2. two

code <b>
Attachment: map.pdf

And this.

evil. example. com:
[safe](javascript:alert(1)) https://shop.example.com/a?b=1&c=2

Continue the conversation: https://chat.example.com/widgets/conversation/pk#cl_x

Replies to this email are not read. Use the link above to answer.

You got this email because you left your address in the chat with Acme $& Sons.
Unsubscribe: https://chat.example.com/email/unsubscribe/t`)
  expect(html).toContain('<em>one</em>')
  expect(html).toContain('code &#60;b&#62;')
  expect(html).toContain('href="https://shop.example.com/a?b=1&#38;c=2"')
  expect(html).not.toContain('href="javascript')
  expect(html).not.toMatch(/<img|<script|color:(?! light)/)
})

test('says that replies are read where they are', () => {
  const { text, html } = writeReplyEmail({ ...email, readsReplies: true })
  for (const content of [text, html]) {
    expect(content).toContain('Reply to this email, or use the link above.')
    expect(content).not.toContain('not read')
  }
})

test('has every text in every language, with the name where it belongs', () => {
  for (const language of languageCodes) {
    const words = emailWords[language]
    for (const key of ['subject', 'reason', 'question', 'done'] as const)
      expect(words[key]).toContain('{name}')
    const { text, html } = writeReplyEmail({ ...email, language })
    expect(text).not.toContain('{name}')
    expect(html).toContain(
      `lang="${language}" dir="${language === 'ar' || language === 'he' ? 'rtl' : 'ltr'}"`,
    )
  }
})
