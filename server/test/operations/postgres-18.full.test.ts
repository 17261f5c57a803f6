import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import pg from 'pg'
import { afterAll, test as base, beforeAll, beforeEach, expect } from 'vitest'
import type { Finding } from '../../src/ops/doctor/finding.ts'
import { findFreePort } from '../kit/ports.ts'
import { startPostgres18 } from '../kit/postgres-18.ts'
import { buildServer, type ServerProcess, startProcess } from '../kit/server-process.ts'

// Debian has an older PostgreSQL: `npm run test:full` installs this one and names its folder.
const test = base.skipIf(!process.env.POSTGRES_18_BIN)
let server: Awaited<ReturnType<typeof startPostgres18>>
const roles = ['aichat_app', 'aichat_lookup', 'aichat_search', 'aichat_export']

beforeAll(async () => {
  await buildServer()
  server = await startPostgres18()
  return () => server.close()
})

const dataDir = mkdtempSync(path.join(tmpdir(), 'aichat-18-'))
afterAll(() => rmSync(dataDir, { recursive: true }))

async function asAdmin(database: string, ...statements: string[]): Promise<void> {
  const admin = new pg.Client({ connectionString: server.url('admin', database) })
  await admin.connect()
  for (const statement of statements) await admin.query(statement)
  await admin.end()
}

async function start(name: string): Promise<ServerProcess> {
  return startProcess({ port: await findFreePort(), dataDir, databaseUrl: server.url(name) })
}

/** What the doctor says about the rights of the database user. */
async function findRights(name: string): Promise<Finding | undefined> {
  const { stdout } = await promisify(execFile)(process.execPath, ['server/dist/ops.js', 'doctor', '--json'], {
    cwd: path.resolve(import.meta.dirname, '../../..'),
    env: {
      ...process.env,
      DATA_DIR: dataDir,
      DATABASE_URL: server.url(name),
      REDIS_URL: '',
      APP_SECRET: 'x'.repeat(32),
    },
  }).catch((error: { stdout: string }) => error)
  return (JSON.parse(stdout) as Finding[]).find(({ part }) => part === 'rights')
}

beforeEach(async () => {
  const names = ['shop', 'plain']
  await asAdmin(
    'postgres',
    ...names.map((name) => `DROP DATABASE IF EXISTS ${name}`),
    ...[...names, ...roles].map((name) => `DROP ROLE IF EXISTS ${name}`),
    'CREATE ROLE shop LOGIN CREATEROLE',
    'CREATE ROLE plain LOGIN',
    ...names.map((name) => `CREATE DATABASE ${name} OWNER ${name}`),
  )
})

test('an owner who may create roles starts without an administrator', async () => {
  const running = await start('shop')
  await running.ready
  await running.kill('SIGTERM')
})

test.each([
  ['that do not exist', []],
  ['of another owner', roles.map((role) => `CREATE ROLE ${role} NOLOGIN`)],
])(
  'an owner without CREATEROLE and with roles %s gets the statements that an administrator must run',
  async (_, statements) => {
    await asAdmin('postgres', ...statements)
    const { code, errors } = await (await start('plain')).ended
    expect(code).toBe(1)
    const [, missing = ''] = errors.match(/^The database user plain lacks rights\. .+?: (.+;)\n$/) ?? []
    expect(missing).toContain('GRANT aichat_app')
    expect(await findRights('plain')).toMatchObject({ state: 'bad', todo: expect.stringContaining(missing) })
    await asAdmin('plain', ...missing.split(/(?<=;) /))
    expect(await findRights('plain')).toMatchObject({ state: 'ok' })
    const running = await start('plain')
    await running.ready
    await running.kill('SIGTERM')
  },
)

test('a user who does not own the database gets the statements that an administrator must run', async () => {
  await asAdmin('postgres', 'ALTER DATABASE shop OWNER TO admin')
  const { errors } = await (await start('shop')).ended
  const [, missing = ''] = errors.match(/^The database user shop lacks rights\. .+?: (.+;)\n$/) ?? []
  expect(missing).toBe(
    'GRANT ALL ON SCHEMA public TO shop WITH GRANT OPTION; GRANT CREATE ON DATABASE shop TO shop;',
  )
  await asAdmin('shop', ...missing.split(/(?<=;) /))
  const running = await start('shop')
  await running.ready
  await running.kill('SIGTERM')
})

test.each([
  [
    'postgres://unknown@HOST/shop',
    'PostgreSQL rejects the user. Correct the user in DATABASE_URL, or allow it in pg_hba.conf.',
  ],
  [
    'postgres://shop@HOST/shops',
    'The database does not exist. Correct the name at the end of DATABASE_URL, or create it: CREATE DATABASE.',
  ],
])('%s is refused with a sentence', async (pattern, sentence) => {
  const databaseUrl = pattern.replace('HOST', new URL(server.url('shop')).host)
  const { ended } = startProcess({ port: await findFreePort(), dataDir, databaseUrl })
  expect(await ended).toEqual({ code: 1, errors: `${databaseUrl}: ${sentence}\n` })
})
