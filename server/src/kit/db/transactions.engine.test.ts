import { expect, test } from 'vitest'
import { createFixtures } from '../../../test/fixtures/fixtures.ts'
import type { Sql } from './db.ts'

const fixtures = createFixtures()

test('a statement after the end of its transaction is refused, whatever its form', async () => {
  const owner = await fixtures.signUp()
  const { db } = fixtures.server.app
  const ended: Sql[] = []
  await db.company(owner.data.company.id, async (sql) => {
    ended.push(sql)
    await sql`select 1`
  })
  await db
    .company(owner.data.company.id, async (sql) => {
      ended.push(sql)
      throw new Error('rolled back')
    })
    .catch(() => {})
  expect(ended).toHaveLength(2)
  for (const sql of ended)
    for (const statement of [sql, sql.prepared, sql.andCommit])
      await expect(statement`select id from companies`).rejects.toThrow('after the end of its transaction')
})
