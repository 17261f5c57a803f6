import { expect, test } from 'vitest'
import { createFixtures, createPublishedProject } from '../../test/fixtures/fixtures.ts'
import type { Sql } from '../kit/db/db.ts'
import { newId } from '../kit/db/ids.ts'
import { claimReply, incrementReplyCounts, renewReplyClaim } from './store.ts'

const fixtures = createFixtures()

test('reply counts are deleted once their day is over everywhere', async () => {
  const owner = await fixtures.signUp()
  const { id: projectId } = await createPublishedProject(owner)
  const companyId = owner.data.company.id
  const { db } = fixtures.server.app
  const visitorId = newId()
  const count = (day: string) =>
    db.company(companyId, (sql) => incrementReplyCounts(sql, { companyId, projectId, visitorId }, day))
  for (const day of ['2026-01-01', '2026-01-02', '2026-01-03']) await count(day)
  expect(await count('2026-01-03')).toEqual({ byVisitor: 2, byProject: 2 })
  const days = await db.company(
    companyId,
    (sql) => sql`select day::text, replies from reply_counts order by day`,
  )
  expect(days).toEqual([
    { day: '2026-01-02', replies: 1 },
    { day: '2026-01-03', replies: 2 },
  ])
})

test('a reply is claimed by one process until its claim expires', async () => {
  const owner = await fixtures.signUp()
  const project = await createPublishedProject(owner)
  const visitor = await (await fixtures.visitor(project.publicKey)).connect()
  const { session } = await visitor.send('message:send', { text: 'Hello?', clientId: 'c1' })
  const { sessionId } = session
  const inCompany = <T>(work: (sql: Sql) => Promise<T>) =>
    fixtures.server.app.db.company(owner.data.company.id, work)
  const claim = () => inCompany((sql) => claimReply(sql, sessionId, 1, 60))
  // Auto-reply is off, so that the server does not claim the question.
  await inCompany((sql) => sql`update session_states set unanswered_seq = 1 where session_id = ${sessionId}`)

  const first = await claim()
  expect(first).toMatchObject({ seq: 1, attempt: 1 })
  expect(await claim()).toBeNull()
  await inCompany(
    (sql) => sql`
    update session_states set reply_claimed_until = now() - interval '1 second' where session_id = ${sessionId}`,
  )
  expect(await claim()).toMatchObject({ seq: 1, attempt: 2 })
  expect(first && (await inCompany((sql) => renewReplyClaim(sql, first, 60)))).toBeNull()
})
