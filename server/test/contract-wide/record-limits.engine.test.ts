import { labelLimits } from '@aichat/contracts/chat/labels'
import { savedReplyLimits } from '@aichat/contracts/chat/saved-replies'
import { raw } from 'sql-template-tag'
import { expect, test } from 'vitest'
import { createFixtures } from '../fixtures/fixtures.ts'

const fixtures = createFixtures()

test.each([
  { path: '/api/labels', table: 'labels', maxCount: labelLimits.maxPerCompany, body: { tone: 'bad' } },
  {
    path: '/api/saved-replies',
    table: 'saved_replies',
    maxCount: savedReplyLimits.maxPerCompany,
    body: { text: 'Hello' },
  },
])('calls at the same time do not exceed the limit of $path', async ({ path, table, maxCount, body }) => {
  const owner = await fixtures.signUp()
  await owner.get('POST', path, { name: 'First', ...body })
  await fixtures.server.app.db.company(
    owner.data.company.id,
    (sql) =>
      sql`
      insert into ${raw(table)}
      select (jsonb_populate_record(t, jsonb_build_object('id', gen_random_uuid(), 'name', 'n' || i))).*
      from ${raw(table)} t, generate_series(1, ${maxCount - 2}::int) i`,
  )
  const calls = Array.from({ length: 8 }, (_, index) =>
    owner.call('POST', path, { name: `Last ${index}`, ...body }),
  )
  const statuses = (await Promise.all(calls)).map(({ status }) => status)
  expect(statuses.filter((status) => status === 201)).toHaveLength(1)
  expect(statuses.filter((status) => status === 409)).toHaveLength(7)
})
