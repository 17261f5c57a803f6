import { expect, test } from 'vitest'
import { createCast } from '../../../test/fixtures.ts'
import type { Sql } from '../db/db.ts'

const cast = createCast()

type Seen = { role: string; company: string; companies: string[] }

const look = (sql: Sql) =>
  sql.andCommit<Seen>`
    select current_user::text as role, current_setting('app.company', true) as company,
      array(select company_id::text from companies) as companies`

test('a statement that goes alone sees its company and no other, and leaves nothing behind', async () => {
  const ids = await Promise.all(
    ['acme', 'other'].map(async (name) => (await cast.signUp(name)).data.company.id as string),
  )
  const { db } = cast.server.app
  const all = Array.from({ length: 60 }, (_, index) => ids[index % 2] as string)
  const seen = await Promise.all(
    all.flatMap((id) => [
      db.company(id, look).then(([row]) => ({ id, row })),
      // On the same connections, in between.
      db
        .lookup(
          (sql) => sql<Seen>`select current_user::text as role,
          current_setting('app.company', true) as company, array[]::text[] as companies`,
        )
        .then(([row]) => ({ id: '', row })),
    ]),
  )
  for (const { id, row } of seen) {
    const role = id ? 'aichat_app' : 'aichat_lookup'
    expect({ ...row, company: row?.company ?? '' }).toEqual({ role, company: id, companies: id ? [id] : [] })
  }
})

test('what fails in it is undone, and the connection goes on', async () => {
  const owner = await cast.signUp('acme')
  const { id, name } = owner.data.company
  const { db } = cast.server.app
  const failing = () =>
    db.company(
      id,
      (sql) => sql.andCommit`
        with renamed as (update companies set name = 'Changed' returning company_id)
        select 1 / (select count(*) - 1 from renamed)`,
    )
  const failed = await Promise.allSettled(Array.from({ length: 30 }, failing))
  expect(failed.map((one) => one.status === 'rejected' && one.reason.code)).toEqual(failed.map(() => '22012'))
  expect(await db.company(id, (sql) => sql.andCommit`select name from companies`)).toEqual([{ name }])
  // Nothing runs on that did not end: what began has a begin of its own again.
  expect(
    await db.company(id, async (sql) => [
      ...(await sql`select 1 as one`),
      ...(await sql.andCommit`select 2 as two`),
    ]),
  ).toEqual([{ one: 1 }, { two: 2 }])
})

test('a value that cannot be sent is refused before anything is', async () => {
  const owner = await cast.signUp('acme')
  const { db } = cast.server.app
  const { id } = owner.data.company
  const endless: { self?: object } = {}
  endless.self = endless
  await expect(db.company(id, (sql) => sql.andCommit`select ${endless}::jsonb as data`)).rejects.toThrow(
    'circular',
  )
  expect(await db.company(id, (sql) => sql.andCommit`select 1 as one`)).toEqual([{ one: 1 }])
})
