import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import pg from 'pg'
import { pino } from 'pino'
import { expect, inject, onTestFinished, test } from 'vitest'
import { enableSearchExtensions } from '../../src/enable-search.ts'
import { type Database, migrate, openDatabase } from '../../src/kit/db/database.ts'
import { schemaVersion } from '../../src/ops/catalog.ts'
import { createPrivateFixtures, createPublishedProject } from '../fixtures/fixtures.ts'
import { copySchemaFiles, newestMigration, restoreFixture } from '../fixtures/schema-031.ts'
import { waitUntil } from '../kit/client.ts'
import { copyDatabase, createEmptyDatabase } from '../kit/database.ts'
import { sharedTest, usesPostgres } from '../kit/engine.ts'

const root = path.resolve(import.meta.dirname, '../../..')
const log = pino({ level: 'silent' })
const fixtures = createPrivateFixtures()

async function openEmpty(): Promise<{ database: Database; dataDir: string }> {
  return openFrom(await createEmptyDatabase(inject('template')))
}

async function openFrom(place: { dataDir: string; databaseUrl: string | null; remove(): Promise<void> }) {
  const database = await openDatabase({ ...place, databasePool: 4, embeddedFsync: false }, log)
  onTestFinished(async () => {
    await database.close()
    await place.remove()
  })
  return { database, dataDir: place.dataDir }
}

function temporaryRoot(): string {
  const directory = mkdtempSync(path.join(tmpdir(), 'aichat-schema-'))
  onTestFinished(() => rmSync(directory, { recursive: true, force: true }))
  return copySchemaFiles(directory)
}

/** Everything that this product created, as text: functions with their owners and rights, columns, indexes and policies. */
async function describeSchema(pool: pg.Pool): Promise<string[]> {
  const { rows } = await pool.query<{ line: string }>(`
    SELECT pg_get_functiondef(p.oid) || ' owner ' || pg_get_userbyid(p.proowner) || ' rights '
      || coalesce((SELECT string_agg(a::text, ' ' ORDER BY a::text) FROM unnest(p.proacl) a), '') AS line
    FROM pg_proc p WHERE p.pronamespace = 'public'::regnamespace
      AND NOT EXISTS (SELECT FROM pg_depend d WHERE d.objid = p.oid AND d.deptype = 'e')
    UNION ALL SELECT format('column %s.%s %s %s', table_name, column_name, data_type, column_default)
    FROM information_schema.columns WHERE table_schema = 'public'
    UNION ALL SELECT indexdef FROM pg_indexes WHERE schemaname = 'public'
    UNION ALL SELECT pg_get_triggerdef(oid) FROM pg_trigger WHERE NOT tgisinternal
    UNION ALL SELECT format('%s %s %s', conrelid::regclass, conname, pg_get_constraintdef(oid)) FROM pg_constraint
    WHERE connamespace = 'public'::regnamespace
    UNION ALL SELECT format('policy %s %s %s %s', tablename, policyname, qual, with_check) FROM pg_policies
    WHERE schemaname = 'public' ORDER BY 1`)
  return rows.map(({ line }) => line)
}

async function readVersion(pool: pg.Pool): Promise<number> {
  const client = await pool.connect()
  try {
    return await schemaVersion(client)
  } finally {
    client.release()
  }
}

test('a new database and an upgraded one have the same schema and functions', async () => {
  const created = await openEmpty()
  await migrate(created.database.pool, root)
  await enableSearchExtensions(created.database.pool, log)
  const upgraded = await openEmpty()
  await restoreFixture(upgraded.database.pool, upgraded.dataDir)
  await migrate(upgraded.database.pool, root)
  await enableSearchExtensions(upgraded.database.pool, log)
  expect(await describeSchema(upgraded.database.pool)).toEqual(await describeSchema(created.database.pool))
})

test('an edited function file takes effect at the next start, and an unchanged one changes nothing', async () => {
  const { database } = await openFrom(await copyDatabase(inject('template')))
  const edited = temporaryRoot()
  const file = path.join(edited, 'server/sql/functions/visitor_search_text.sql')
  writeFileSync(file, readFileSync(file, 'utf8').replaceAll("E'\\n'", "' / '"))
  const read = async () => {
    const { rows } = await database.pool.query(
      `SELECT visitor_search_text('Ada', 'A@example.com') AS text, xmin::text AS revision
       FROM pg_proc WHERE proname = 'visitor_search_text' AND pronargs = 2`,
    )
    return rows[0]
  }
  const before = await read()
  expect(before.text).toBe('ada\na@example.com')
  expect(await migrate(database.pool, root)).toBe(0)
  expect(await read()).toEqual(before)
  await migrate(database.pool, edited)
  expect((await read()).text).toBe('ada / a@example.com')
  await migrate(database.pool, root)
  expect((await read()).text).toBe('ada\na@example.com')
})

test('a process of an older version that starts later keeps the functions of the newer one', async () => {
  const { database } = await openFrom(await copyDatabase(inject('template')))
  const newer = temporaryRoot()
  const next = String(newestMigration() + 1).padStart(3, '0')
  writeFileSync(path.join(newer, `server/migrations/${next}.do.add-a-table.sql`), 'SELECT 1')
  const file = path.join(newer, 'server/sql/functions/visitor_search_text.sql')
  writeFileSync(file, readFileSync(file, 'utf8').replaceAll("E'\\n'", "' / '"))
  expect(await migrate(database.pool, newer)).toBe(1)
  expect(await migrate(database.pool, root)).toBe(0)
  const { rows } = await database.pool.query(`SELECT visitor_search_text('Ada', NULL) AS text`)
  expect(rows[0].text).toBe('ada / ')
})

sharedTest('processes that start together migrate once', async () => {
  const { database } = await openEmpty()
  const counts = await Promise.all([1, 2].map(() => migrate(database.pool, root)))
  expect(counts.filter((count) => count === 0)).toHaveLength(1)
  expect(await readVersion(database.pool)).toBe(newestMigration())
})

// The embedded database has one process.
test.skipIf(!usesPostgres).each([
  ['migrates', 7267426, (pool: pg.Pool) => migrate(pool, root)],
  [
    'builds the search indexes',
    7267427,
    async (pool: pg.Pool) => expect((await enableSearchExtensions(pool, log)).typos).toBe(true),
  ],
])('a process waits without a time limit while another one %s', async (_, lockKey, begin) => {
  const place = await copyDatabase(inject('template'))
  const { database } = await openFrom(place)
  const other = new pg.Client({ connectionString: place.databaseUrl as string })
  await other.connect()
  await other.query(`SELECT pg_advisory_lock(${lockKey})`)
  const result = begin(database.pool)
  // Longer than the limits of a statement and of a lock.
  const listWaiting = async () => {
    const { rows } = await other.query(`
      SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event = 'advisory'
        AND now() - query_start > interval '6 seconds'`)
    return rows.length
  }
  await Promise.all([waitUntil(listWaiting, (count) => count === 1).finally(() => other.end()), result])
})

test.each([
  ['a migration', (next: string) => `server/migrations/${next}.do.fail.sql`],
  ['a function', () => 'server/sql/functions/zz_fail.sql'],
])(
  '%s that fails half-way changes nothing, and a running process of the version before still serves',
  async (_, fileFor) => {
    const owner = await fixtures.signUp()
    const { publicKey } = await createPublishedProject(owner)
    const visitor = await (await fixtures.visitor(publicKey)).connect()
    const failing = temporaryRoot()
    const next = newestMigration() + 1
    const first = 'ALTER TABLE faqs RENAME COLUMN question TO title; CREATE TABLE half_way (id integer)'
    writeFileSync(
      path.join(failing, `server/migrations/${String(next).padStart(3, '0')}.do.rename.sql`),
      first,
    )
    writeFileSync(path.join(failing, fileFor(String(next + 1).padStart(3, '0'))), 'SELECT 1 / 0')

    const { settings } = fixtures.server.app
    const pool = settings.databaseUrl
      ? new pg.Pool({ connectionString: settings.databaseUrl })
      : await embeddedPool(settings.dataDir)
    onTestFinished(() => pool.end())
    const before = await describeSchema(pool)
    await expect(migrate(pool, failing)).rejects.toThrow('division by zero')
    expect(await readVersion(pool)).toBe(newestMigration())
    expect(await describeSchema(pool)).toEqual(before)

    const { message } = await visitor.send('message:send', { text: 'Still here?', clientId: 'after' })
    expect(message.seq).toBe(1)
    const [project] = await owner.get('GET', '/api/projects')
    const faq = await owner.get('POST', `/api/projects/${project.id}/faq`, {
      question: 'Open?',
      answer: 'Yes.',
    })
    expect(faq.question).toBe('Open?')
  },
)

/** Connections to the database that the running server of this test embeds. */
async function embeddedPool(dataDir: string): Promise<pg.Pool> {
  const { embeddedPort, getEmbeddedSocket } = await import('../../src/kit/db/embedded/pglite.ts')
  const { realpathSync } = await import('node:fs')
  return new pg.Pool({
    host: path.dirname(realpathSync(getEmbeddedSocket(dataDir))),
    port: embeddedPort,
    user: 'postgres',
    database: 'postgres',
    max: 2,
  })
}
