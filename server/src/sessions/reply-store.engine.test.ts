import { expect, test } from 'vitest'
import { createFixtures, createPublishedProject } from '../../test/fixtures.ts'
import { newId } from '../kit/db/ids.ts'
import { incrementReplyCounts } from './reply-store.ts'

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
