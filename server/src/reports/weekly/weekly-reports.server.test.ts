import { describe, expect, test } from 'vitest'
import {
  askQuestion,
  createFixtures,
  createPrivateFixtures,
  createPublishedProject,
} from '../../../test/fixtures/fixtures.ts'
import { call, join, type Person, signUp } from '../../../test/kit/client.ts'
import { createMailbox, type ReceivedMail } from '../../../test/kit/mailbox.ts'
import { serverForThisTest } from '../../../test/kit/server.ts'
import { openMail } from '../../kit/mail/mail.ts'
import { startWeeklyReports } from './send-weekly-reports.ts'

const mailbox = createMailbox()
const from = 'Reports <reports@example.com>'
const fixtures = createPrivateFixtures({
  get mail() {
    return { url: mailbox.url, from }
  },
})
const withoutMail = createFixtures()
const path = '/api/reports/subscription'
const dayMs = 86_400_000
const weekMs = 7 * dayMs

const getMail = (owner: Person) => mailbox.next(owner.data.user.email)
const countMail = (owner: Person) => mailbox.countFor(owner.data.user.email)

/** An owner who gets the weekly report, of a company with a conversation of today. */
async function subscribe(): Promise<Person> {
  const owner = await fixtures.signUp()
  const project = await createPublishedProject(owner)
  await askQuestion(await (await fixtures.visitor(project.publicKey)).connect(), 'Do you sell gift cards?')
  await owner.get('PUT', path, { isSubscribed: true })
  return owner
}

/** Between midnight and 8:00 on a Monday, a conversation of now is not in the next report. It is never that time in both zones. */
function findTimeZone(): string {
  const isEarlyOnMonday = /^Monday 0[0-7]/.test(formatTime(new Date(), 'Asia/Tokyo'))
  return isEarlyOnMonday ? 'America/New_York' : 'Asia/Tokyo'
}

function formatTime(time: Date, timeZone: string): string {
  const style = { weekday: 'long', hour: '2-digit', minute: '2-digit', hourCycle: 'h23', timeZone } as const
  return new Intl.DateTimeFormat('en-US', style).format(time)
}

/** As the background task of a process does at that time. */
async function sendAt(now: number, mailUrl = mailbox.url): Promise<void> {
  const { app } = fixtures.server
  const mail = openMail({ url: mailUrl, from }, app.log)
  const task = startWeeklyReports({ ...app, mail, clock: { ...app.clock, now: () => now } })
  await task.runNow()
  await task.close()
  await mail.close()
}

function findHeader({ headers }: ReceivedMail, key: string): string | undefined {
  return headers.find((header) => header.key === key)?.value
}

describe('the weekly report', () => {
  test('is sent once on Monday at 8:00 in the time zone of the company, and a week later again', async () => {
    const owner = await subscribe()
    const timeZone = findTimeZone()
    await owner.get('PATCH', '/api/company', { timeZone })
    await owner.get('PUT', path, { isSubscribed: false })
    const { nextAt, ...subscription } = await owner.get('PUT', path, { isSubscribed: true })
    expect(subscription).toEqual({ isAvailable: true, isSubscribed: true })
    expect(formatTime(new Date(nextAt), timeZone)).toBe('Monday 08:00')
    const due = Date.parse(nextAt)
    expect(due - Date.now()).toBeLessThanOrEqual(weekMs)

    await sendAt(due - 1000)
    expect(countMail(owner)).toBe(0)
    await Promise.all([sendAt(due), sendAt(due)])
    const mail = await getMail(owner)
    expect(mail.subject).toMatch(/: 1 conversation, 0% answered by AI$/)
    expect(mail.text).toContain(`${owner.data.company.name},`)
    expect(mail.text).toContain('Conversations: 1\n')
    expect(mail.html).toContain('>View the report</a>')
    await sendAt(due + 6 * dayMs)
    expect(countMail(owner)).toBe(1)
    expect(await owner.get('GET', path)).toMatchObject({ nextAt: new Date(due + weekMs).toISOString() })
    await sendAt(due + weekMs)
    expect((await getMail(owner)).subject).toMatch(/: no conversations$/)
  })

  test('is sent later when the mail server fails, with the same message ID', async () => {
    const owner = await subscribe()
    const due = Date.parse((await owner.get('GET', path)).nextAt)
    await sendAt(due, 'smtp://127.0.0.1:1')
    expect(fixtures.server.logged.join('\n')).toContain('a scheduled task failed for one item')
    await sendAt(due + 9 * 60_000)
    expect(countMail(owner)).toBe(0)
    await sendAt(due + 11 * 60_000)
    const mail = await getMail(owner)
    expect(mail.messageId).toMatch(/^<weekly-report-\d{4}-\d\d-\d\d-[0-9a-f-]{36}@example\.com>$/)
    expect(await owner.get('GET', path)).toMatchObject({ nextAt: new Date(due + weekMs).toISOString() })
  })

  test('does not go to disabled and removed users', async () => {
    const owner = await fixtures.signUp()
    const agents = await Promise.all(
      ['One', 'Two'].map((name) => join(fixtures.server.url, owner, 'Agent', name)),
    )
    const [disabled, removed] = agents as [Person, Person]
    for (const agent of agents) await agent.get('PUT', path, { isSubscribed: true })
    await owner.get('PATCH', `/api/users/${disabled.data.user.id}`, { status: 'disabled' })
    await owner.get('DELETE', `/api/users/${removed.data.user.id}`)
    // Their invitations, which are sent in the background.
    await Promise.all(agents.map(getMail))
    await sendAt(Date.now() + weekMs)
    expect(agents.map(countMail)).toEqual([1, 1])
  })

  test('can be sent at once, for the last week', async () => {
    const owner = await fixtures.signUp()
    await owner.get('POST', `${path}/send`)
    const mail = await getMail(owner)
    expect(mail.subject).toMatch(/: no conversations$/)
    expect(mail.text).toContain('because you requested it')
    expect(findHeader(mail, 'list-unsubscribe')).toBeUndefined()
    // Mail clients hide a second mail with the same ID.
    await owner.get('POST', `${path}/send`)
    expect((await getMail(owner)).messageId).not.toBe(mail.messageId)
    expect(await owner.get('GET', path)).toMatchObject({ isSubscribed: false, nextAt: null })
  })

  test('that the mail server does not accept is an error, which is logged', async () => {
    const server = await serverForThisTest({ mail: { url: 'smtp://127.0.0.1:1', from } })
    const owner = await signUp(server.url, 'acme')
    expect(await owner.call('POST', `${path}/send`)).toMatchObject({
      status: 503,
      body: { message: "The mail server didn't accept the email. Please try again later." },
    })
    expect(server.logged.join('\n')).toContain('failed to send a weekly report')
  })

  test('needs a mail server', async () => {
    const owner = await withoutMail.signUp()
    expect(await owner.get('GET', path)).toEqual({ isAvailable: false, isSubscribed: false, nextAt: null })
    const message = "This installation can't send email yet. Ask your administrator to set it up."
    expect(await owner.call('PUT', path, { isSubscribed: true })).toMatchObject({
      status: 409,
      body: { message },
    })
    expect(await owner.call('POST', `${path}/send`)).toMatchObject({ status: 409, body: { message } })
    expect(await owner.get('PUT', path, { isSubscribed: false })).toMatchObject({ isSubscribed: false })
  })
})

describe('unsubscribing', () => {
  const formType = { 'content-type': 'application/x-www-form-urlencoded' }

  test('works with one click in the mail client, once and again', async () => {
    const owner = await subscribe()
    await owner.get('POST', `${path}/send`)
    const mail = await getMail(owner)
    expect(findHeader(mail, 'list-unsubscribe-post')).toBe('List-Unsubscribe=One-Click')
    const url =
      findHeader(mail, 'list-unsubscribe')
        ?.replace(/[<>]/g, '')
        .replace('http://localhost:3000', fixtures.server.url) ?? ''
    for (const _ of [1, 2]) {
      const response = await fetch(url, {
        method: 'POST',
        headers: formType,
        body: 'List-Unsubscribe=One-Click',
      })
      expect(response.status).toBe(200)
      expect(await owner.get('GET', path)).toMatchObject({ isSubscribed: false })
    }
    expect((await fetch(url)).status).toBe(404)
  })

  test('works with the link of the mail, and for its reader only', async () => {
    const owner = await subscribe()
    const other = await subscribe()
    await owner.get('POST', `${path}/send`)
    const [, token = ''] = /Unsubscribe: \S+\/unsubscribe#(\S+)/.exec((await getMail(owner)).text ?? '') ?? []
    const unsubscribe = (used: string) =>
      call(fixtures.server.url, 'POST', `/api/reports/unsubscribe/${encodeURIComponent(used)}`)
    const [companyId, userId, signature] = token.split('.')
    for (const forged of [
      `${companyId}.${other.data.user.id}.${signature}`,
      `${companyId}.${userId}`,
      `${companyId}.${userId}.`,
      'nonsense',
    ])
      expect((await unsubscribe(forged)).status, forged).toBe(404)
    expect(await owner.get('GET', path)).toMatchObject({ isSubscribed: true })
    expect((await unsubscribe(token)).status).toBe(200)
    expect(await owner.get('GET', path)).toMatchObject({ isSubscribed: false })
    expect(await other.get('GET', path)).toMatchObject({ isSubscribed: true })
  })

  test('is the only action that accepts a form', async () => {
    const owner = await fixtures.signUp()
    const headers = { ...formType, authorization: `Bearer ${owner.tokens.accessToken}` }
    const response = await fetch(`${fixtures.server.url}${path}`, {
      method: 'PUT',
      headers,
      body: 'isSubscribed=true',
    })
    expect(response.status).toBe(415)
  })
})
