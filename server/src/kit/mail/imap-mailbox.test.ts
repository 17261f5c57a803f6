import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { waitUntil } from '../../../test/kit/client.ts'
import { createImapServer, type ImapServer } from '../../../test/kit/imap-server.ts'
import { createLog } from '../observability/log.ts'
import { type ImapMailbox, type MailboxEmail, openImapMailbox } from './imap-mailbox.ts'

const log = createLog({ level: 'silent' })
const dayMs = 86_400_000

function open(server: ImapServer, onArrival = () => {}): ImapMailbox {
  const mailbox = openImapMailbox(server.url, onArrival, log)
  onTestFinished(() => mailbox.close())
  return mailbox
}

async function readSubjects(mailbox: ImapMailbox): Promise<string[]> {
  const subjects: string[] = []
  await mailbox.readNew(async ({ headers }) => {
    subjects.push(/Subject: (.*)\r/.exec(headers.toString())?.[1] ?? '')
  })
  return subjects
}

const email = (subject: string) =>
  `From: a@example.org\r\nTo: chat@example.com\r\nSubject: ${subject}\r\n\r\nHello`

describe('a server that announces emails', () => {
  const server = createImapServer()

  test('passes each email once, in order, first those of the last 30 days', async () => {
    server.deliver(email('old'), new Date(Date.now() - 32 * dayMs))
    server.deliver(email('one'), new Date(Date.now() - 28 * dayMs))
    server.deliver(email('two'))
    const mailbox = open(server)
    expect(await readSubjects(mailbox)).toEqual(['one', 'two'])
    expect(await readSubjects(mailbox)).toEqual([])
    server.deliver(email('three'))
    expect(await readSubjects(mailbox)).toEqual(['three'])
  })

  test('begins again with an email that could not be handled', async () => {
    const mailbox = open(server)
    await readSubjects(mailbox)
    server.deliver(email('fails'))
    server.deliver(email('waits'))
    const fail = async () => {
      throw new Error('full')
    }
    await expect(mailbox.readNew(fail)).rejects.toThrow('full')
    expect(await readSubjects(mailbox)).toEqual(['fails', 'waits'])
  })

  test('announces what arrives, connects again, and reads the whole email', async () => {
    const onArrival = vi.fn()
    const mailbox = open(server, onArrival)
    await readSubjects(mailbox)
    await waitUntil(async () => mailbox.isIdle(), Boolean)
    server.deliver(email('announced'))
    await waitUntil(async () => onArrival.mock.calls.length, Boolean)
    expect(await readSubjects(mailbox)).toEqual(['announced'])
    server.disconnectAll()
    await waitUntil(
      async () => mailbox.isIdle(),
      (isIdle) => !isIdle,
    )
    server.deliver(email('meanwhile'))
    const emails: MailboxEmail[] = []
    const sources: string[] = []
    await mailbox.readNew(async (one) => {
      emails.push(one)
      sources.push(String(await one.readSource()))
    })
    expect(sources).toEqual([email('meanwhile')])
    expect(emails[0]?.sizeBytes).toBe(email('meanwhile').length)
  })

  test('fails with the answer of the server for a wrong password', async () => {
    const mailbox = openImapMailbox(server.url.replace('secret', 'wrong'), () => {}, log)
    await expect(readSubjects(mailbox)).rejects.toMatchObject({ authenticationFailed: true })
  })
})

test('a server without IDLE has to be asked', async () => {
  const mailbox = open(withoutIdle)
  expect(await readSubjects(mailbox)).toEqual([])
  expect(mailbox.isIdle()).toBe(false)
  withoutIdle.deliver(email('one'))
  expect(await readSubjects(mailbox)).toEqual(['one'])
})
const withoutIdle = createImapServer({ supportsIdle: false })
