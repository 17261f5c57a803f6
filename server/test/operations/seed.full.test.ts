import path from 'node:path'
import type { Message } from '@aichat/contracts/chat/messages'
import type { Session } from '@aichat/contracts/chat/sessions'
import type { Usage } from '@aichat/contracts/company/usage'
import { pino } from 'pino'
import { expect, inject, onTestFinished, test } from 'vitest'
import { start } from '../../src/build.ts'
import { seedDemo } from '../../src/ops/seed/seed.ts'
import { checkReports } from '../../src/reports/check-reports.ts'
import { createPrivateFixtures, listMessages } from '../fixtures/fixtures.ts'
import { call, type Person, person } from '../kit/client.ts'
import { copyDatabase } from '../kit/database.ts'
import { serverForThisTest } from '../kit/server.ts'

const log = pino({ level: 'silent' })
const root = path.resolve(import.meta.dirname, '../../..')
const fixtures = createPrivateFixtures()

test('creates a demo company with conversations in every state, and only once', async () => {
  const place = await copyDatabase(inject('template'))
  onTestFinished(() => place.remove())
  const { dataDir, databaseUrl } = place
  const settings = { ...fixtures.server.app.settings, dataDir, databaseUrl, redisUrl: null }
  const seed = (isConfirmed: boolean) =>
    seedDemo({
      settings,
      log,
      isConfirmed,
      say: () => {},
      start: (own) => start({ settings: own, log, root }),
    })

  const result = await seed(false)
  if (!result.isCreated) throw new Error('The demo company was not created')
  expect(await seed(false)).toEqual({ isCreated: false })

  const server = await serverForThisTest(settings)
  const [email] = result.emails
  const form = { email, password: result.password }
  const owner = person(server.url, (await call(server.url, 'POST', '/api/auth/login', form)).body)
  const sessions = await listAllSessions(owner)
  expect(sessions).toHaveLength(result.conversationCount)
  expectAllStates(sessions, (await owner.get('GET', '/api/me')).user.id)
  const messages = await Promise.all(sessions.map(({ sessionId }) => listMessages(owner, sessionId)))
  expectConsistentTimes(sessions, messages)
  await expectUsage(owner, messages.flat())
  expect((await checkReports(server.app.db, owner.data.company.id)).facts).toEqual([])
  const report = await owner.get('GET', '/api/reports/overview')
  const lastDays = sessions.filter(({ createdAt }) => createdAt.slice(0, 10) >= report.from)
  expect(report.conversations).toBe(lastDays.length)
  expect(report.previous.conversations).toBe(sessions.length - lastDays.length)
  expect(report.resolutionMedianSeconds).toBeLessThan(86_400)
  expect(await owner.get('GET', '/api/projects')).toMatchObject([
    { isPublished: true, hasUnpublishedChanges: false },
    { isPublished: true, hasUnpublishedChanges: false },
  ])
  expect((await owner.get('GET', '/api/users')).users).toHaveLength(result.emails.length)
  expect((await owner.get('GET', '/api/mentions')).mentions.length).toBeGreaterThan(0)
})

async function listAllSessions(owner: Person): Promise<Session[]> {
  const sessions: Session[] = []
  for (let cursor = ''; ; ) {
    const page = await owner.get('GET', `/api/sessions?limit=100${cursor}`)
    sessions.push(...page.sessions)
    if (!page.nextCursor) return sessions
    cursor = `&cursor=${encodeURIComponent(page.nextCursor)}`
  }
}

function expectAllStates(sessions: Session[], ownerId: string): void {
  const countBy = (isCounted: (session: Session) => boolean) => sessions.filter(isCounted).length
  for (const status of ['active', 'closed', 'archived'])
    expect(countBy((session) => session.status === status)).toBeGreaterThan(2)
  expect(countBy(({ needsHuman }) => needsHuman)).toBeGreaterThan(2)
  expect(countBy(({ needsHuman, waitingSince }) => !needsHuman && waitingSince !== null)).toBeGreaterThan(2)
  expect(countBy(({ lastMessageIsAi, status }) => lastMessageIsAi && status === 'active')).toBeGreaterThan(2)
  expect(countBy(({ assignedAgentId }) => assignedAgentId === ownerId)).toBeGreaterThan(1)
  expect(countBy(({ assignedAgentId }) => ![null, ownerId].includes(assignedAgentId))).toBeGreaterThan(5)
  expect(countBy(({ isAssignmentNew }) => isAssignmentNew)).toBe(1)
  expect(countBy(({ labelIds }) => labelIds.length > 0)).toBeGreaterThan(20)
  expect(countBy(({ rating }) => rating !== null)).toBeGreaterThan(8)
  const active = sessions.filter(({ status }) => status === 'active')
  const unread = active.filter(({ unreadCountAgent }) => unreadCountAgent > 0).length
  expect(unread).toBeGreaterThan(5)
  expect(unread).toBeLessThan(active.length)
  const names = sessions.flatMap(({ visitor }) => visitor.name ?? [])
  expect(new Set(names).size).toBe(names.length)
  expect(names.length).toBeGreaterThan(30)
  expect(names.length).toBeLessThan(sessions.length)
}

/** `messages` are those of each session. */
function expectConsistentTimes(sessions: Session[], messages: Message[][]): void {
  const times = sessions.map(({ lastMessageAt }) => lastMessageAt)
  expect(times).toEqual(times.toSorted().toReversed())
  expect(new Set(times.map((time) => time.slice(0, 10))).size).toBeGreaterThanOrEqual(6)
  for (const [
    index,
    { lastMessageAt, lastSeq, createdAt, waitingSince, visitorReadAt },
  ] of sessions.entries()) {
    const own = messages[index] ?? []
    const written = own.map((message) => message.createdAt)
    expect(written).toEqual(written.toSorted())
    expect(written).toHaveLength(lastSeq)
    expect(written.at(-1)).toBe(lastMessageAt)
    expect(createdAt).toBe(written[0])
    if (visitorReadAt) expect(visitorReadAt > createdAt).toBe(true)
    if (waitingSince) expect(own.find((message) => message.createdAt === waitingSince)?.from).toBe('visitor')
  }
  const newest = Date.now() - Date.parse(times[0] ?? '')
  expect(newest).toBeGreaterThan(0)
  expect(newest).toBeLessThan(15 * 60_000)
}

async function expectUsage(owner: Person, messages: Message[]): Promise<void> {
  const from = new Date(Date.now() - 60 * 86_400_000).toISOString().slice(0, 10)
  const { days } = (await owner.get('GET', `/api/usage?from=${from}`)) as Usage
  const sum = (name: 'answers' | 'suggestions' | 'handovers') => days.reduce((all, day) => all + day[name], 0)
  const countKind = (kind: string) => messages.filter(({ meta }) => meta.kind === kind).length
  const replies = messages.filter(({ isAi }) => isAi)
  expect(sum('answers')).toBe(replies.filter(({ meta }) => !meta.kind).length)
  expect(sum('suggestions')).toBe(countKind('suggestions'))
  expect(sum('handovers')).toBe(countKind('handover'))
  for (const name of ['answers', 'suggestions', 'handovers'] as const) expect(sum(name)).toBeGreaterThan(1)
  const daysWithReplies = new Set(replies.map(({ createdAt }) => createdAt.slice(0, 10)))
  expect(days.length).toBeGreaterThanOrEqual(6)
  expect(Math.abs(days.length - daysWithReplies.size)).toBeLessThanOrEqual(1)
}

test('refuses an installation that has companies', async () => {
  await fixtures.signUp()
  const { databaseUrl } = fixtures.server.app.settings
  const seed = seedDemo({
    settings: fixtures.server.app.settings,
    log,
    isConfirmed: false,
    say: () => {},
    start: () => Promise.reject(new Error('The product must not be started')),
  })
  // The embedded database is in use by this test's server.
  await expect(seed).rejects.toThrow(databaseUrl ? 'Add --yes' : 'Stop that process')
})
