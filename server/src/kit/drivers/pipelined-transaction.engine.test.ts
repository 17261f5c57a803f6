import pg from 'pg'
import { describe, expect, onTestFinished, test } from 'vitest'
import { createFixtures } from '../../../test/fixtures/fixtures.ts'
import { createDb, type Db, type Sql } from '../db/db.ts'

const fixtures = createFixtures()

type Row = { role: string; company: string; companies: string[] }

const readScope = (sql: Sql) =>
  sql.andCommit<Row>`
    select current_user::text as role, current_setting('app.company', true) as company,
      array(select company_id::text from companies) as companies`

/** The server's database: pipelined on PostgreSQL. The embedded database never pipelines. */
const pipelined = () => fixtures.server.app.db

/** The fallback, with BEGIN and COMMIT as statements of their own. */
function plain(): Db {
  const { settings, log } = fixtures.server.app
  if (!settings.databaseUrl) return fixtures.server.app.db
  const pool = new pg.Pool({
    connectionString: settings.databaseUrl,
    max: 4,
    pipeline: true,
    options: '-c timezone=UTC',
  } as pg.PoolConfig)
  const db = createDb({ pool, hasOwnSessions: false }, log)
  onTestFinished(() => db.close())
  return db
}

describe.each([
  ['pipelined', pipelined],
  ['plain', plain],
])('a transaction of one statement, %s', (_name, open) => {
  test('sees only its company, and leaves no state on the connection', async () => {
    const db = open()
    const ids = await Promise.all(
      ['acme', 'other'].map(async (name) => (await fixtures.signUp(name)).data.company.id as string),
    )
    const companyIds = Array.from({ length: 60 }, (_, index) => ids[index % 2] as string)
    const results = await Promise.all(
      companyIds.flatMap((id) => [
        db.company(id, readScope).then(([row]) => ({ id, row })),
        // Interleaved on the same connections.
        db
          .lookup(
            (sql) => sql<Row>`select current_user::text as role,
              current_setting('app.company', true) as company, array[]::text[] as companies`,
          )
          .then(([row]) => ({ id: '', row })),
      ]),
    )
    for (const { id, row } of results) {
      const role = id ? 'aichat_app' : 'aichat_lookup'
      expect({ ...row, company: row?.company ?? '' }).toEqual({
        role,
        company: id,
        companies: id ? [id] : [],
      })
    }
  })

  test('is rolled back when it fails, and the connection stays usable', async () => {
    const db = open()
    const owner = await fixtures.signUp('acme')
    const { id, name } = owner.data.company
    const fail = () =>
      db.company(
        id,
        (sql) => sql.andCommit`
          with renamed as (update companies set name = 'Changed' returning company_id)
          select 1 / (select count(*) - 1 from renamed)`,
      )
    const failed = await Promise.allSettled(Array.from({ length: 30 }, fail))
    expect(failed.map((one) => one.status === 'rejected' && one.reason.code)).toEqual(
      failed.map(() => '22012'),
    )
    expect(await db.company(id, (sql) => sql.andCommit`select name from companies`)).toEqual([{ name }])
    expect(
      await db.company(id, async (sql) => [
        ...(await sql`select 1 as one`),
        ...(await sql.andCommit`select 2 as two`),
      ]),
    ).toEqual([{ one: 1 }, { two: 2 }])
  })

  test('is not sent when a value cannot be serialized', async () => {
    const db = open()
    const owner = await fixtures.signUp('acme')
    const { id } = owner.data.company
    const circular: { self?: object } = {}
    circular.self = circular
    await expect(db.company(id, (sql) => sql.andCommit`select ${circular}::jsonb as data`)).rejects.toThrow(
      'circular',
    )
    expect(await db.company(id, (sql) => sql.andCommit`select 1 as one`)).toEqual([{ one: 1 }])
  })
})
