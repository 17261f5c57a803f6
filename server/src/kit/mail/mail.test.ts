import { pino } from 'pino'
import { describe, expect, test } from 'vitest'
import { createMailbox } from '../../../test/kit/mailbox.ts'
import { readSettings } from '../process/settings.ts'
import { openMail } from './mail.ts'

const mailbox = createMailbox()
const from = 'AI Chat Platform <no-reply@example.com>'

function logged() {
  const lines: string[] = []
  return { lines, log: pino({}, { write: (line: string) => void lines.push(line) }) }
}

describe('mail', () => {
  test('arrives unchanged', async () => {
    const mail = openMail({ url: mailbox.url, from }, logged().log)
    mail.send({ to: 'ann@example.com', subject: 'Grüße, Ann', text: 'One\n\nZwei: ü' })
    const received = await mailbox.next('ann@example.com')
    expect(received).toMatchObject({ subject: 'Grüße, Ann', recipients: ['ann@example.com'] })
    expect(received.from).toEqual({ name: 'AI Chat Platform', address: 'no-reply@example.com' })
    expect(received.text?.trim()).toBe('One\n\nZwei: ü')
    await mail.close()
  })

  test.each([
    ['subject', { subject: 'Join Acme\r\nBcc: eve@example.com\r\n\r\nhello' }],
    ['subject of other line ends', { subject: 'Join\nBcc: eve@example.com\u2028X: y\u0085Z: z\u000b' }],
    ['address', { to: 'bob@example.com\r\nBcc: eve@example.com' }],
    ['list of addresses', { to: 'bob@example.com, eve@example.com' }],
    ['address with a name', { to: '"x" <eve@example.com>, bob@example.com' }],
  ])('gets no additional header or recipient from a %s', async (_, change) => {
    const before = mailbox.received.length
    const { log } = logged()
    const mail = openMail({ url: mailbox.url, from }, log)
    mail.send({ to: 'bob@example.com', subject: 'Hi', text: 'words', ...change })
    await mail.close()
    for (const received of mailbox.received.slice(before)) {
      expect(received.recipients).toHaveLength(1)
      expect(received.bcc ?? []).toEqual([])
      expect(received.headers.map((header) => header.key).toSorted()).toEqual(
        [
          'content-transfer-encoding',
          'content-type',
          'date',
          'from',
          'message-id',
          'mime-version',
          'subject',
          'to',
        ].toSorted(),
      )
      expect(received.text?.trim()).toBe('words')
    }
    if ('subject' in change) expect(mailbox.received.length).toBe(before + 1)
  })

  test('that fails is logged without its text', async () => {
    const { log, lines } = logged()
    const mail = openMail({ url: 'smtp://127.0.0.1:1', from }, log)
    mail.send({ to: 'ann@example.com', subject: 'Hi', text: 'the secret of this mail' })
    await mail.close()
    expect(lines.join()).toContain('failed to send a mail')
    expect(lines.join()).not.toContain('the secret of this mail')
  })

  test('is configured by SMTP_URL and MAIL_FROM', () => {
    const base = { APP_SECRET: 'x'.repeat(40), PUBLIC_URL: 'https://chat.acme.com' }
    expect(readSettings(base).mail).toBeNull()
    expect(readSettings({ ...base, SMTP_URL: 'smtp://localhost' }).mail).toEqual({
      url: 'smtp://localhost',
      from: 'AI Chat Platform <no-reply@chat.acme.com>',
    })
    expect(readSettings({ ...base, SMTP_URL: 'smtps://a:b@c:465', MAIL_FROM: 'a@b.example' }).mail).toEqual({
      url: 'smtps://a:b@c:465',
      from: 'a@b.example',
    })
    expect(() => readSettings({ ...base, SMTP_URL: 'mail.example.com' })).toThrow('SMTP_URL must look like')
  })
})
