import path from 'node:path'
import type { Session } from '@aichat/contracts/chat/sessions'
import { pino } from 'pino'
import { expect, inject, onTestFinished, test } from 'vitest'
import { start } from '../../src/build.ts'
import { seedDemo } from '../../src/ops/seed/seed.ts'
import { createPrivateFixtures, listMessages, listSessions } from '../fixtures/fixtures.ts'
import { call, person } from '../kit/client.ts'
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
  const sessions = await listSessions(owner, '?limit=100')
  expect(sessions).toHaveLength(result.conversationCount)
  const countBy = (isCounted: (session: Session) => boolean) => sessions.filter(isCounted).length
  for (const status of ['active', 'closed', 'archived'])
    expect(countBy((session) => session.status === status)).toBeGreaterThan(0)
  expect(countBy(({ needsHuman }) => needsHuman)).toBeGreaterThan(0)
  expect(countBy(({ assignedAgentId }) => assignedAgentId !== null)).toBeGreaterThan(0)
  expect(countBy(({ labelIds }) => labelIds.length > 0)).toBeGreaterThan(0)
  expect(countBy(({ rating }) => rating !== null)).toBeGreaterThan(0)
  const messages = await Promise.all(sessions.map(({ sessionId }) => listMessages(owner, sessionId)))
  expect(messages.flat().filter(({ isAi }) => isAi).length).toBeGreaterThan(8)
  expect(await owner.get('GET', '/api/projects')).toMatchObject([
    { isPublished: true },
    { isPublished: true },
  ])
})

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
