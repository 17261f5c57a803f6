import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, inject, onTestFinished } from 'vitest'
import { embeddedPort } from '../../src/kit/db/embedded/pglite.ts'
import { call, signUp, sleep, waitUntil } from '../kit/client.ts'
import { copyDatabase, type DatabaseCopy } from '../kit/database.ts'
import { embeddedTest as test } from '../kit/engine.ts'
import { findFreePort } from '../kit/ports.ts'
import { createRandom } from '../kit/random.ts'
import { buildServer, type ProcessOptions, startProcess } from '../kit/server-process.ts'

const seed = Number(process.env.CRASH_SEED || Math.floor(Math.random() * 1e9))
const random = createRandom(seed)
const killCount = 2

beforeAll(buildServer, 120_000)

describe('the data directory', () => {
  let copy: DatabaseCopy
  let options: ProcessOptions
  beforeAll(async () => {
    copy = await copyDatabase(inject('template'))
    options = { ...copy, port: await findFreePort() }
  })
  afterAll(() => copy.remove())
  const lock = () => path.join(options.dataDir, 'server.lock')

  test('of a running server is locked for a second one, with a readable error', async () => {
    const first = startProcess(options)
    onTestFinished(() => first.kill('SIGKILL'))
    await first.ready
    const url = `http://127.0.0.1:${options.port}`
    const owner = await signUp(url, 'acme')

    const { code, errors } = await startProcess({ ...options, port: await findFreePort() }).ended
    expect(code).toBe(1)
    expect(errors).toBe(
      `The data directory ${options.dataDir} is in use by process ${first.pid}. ` +
        'Stop that process, or set DATA_DIR to another directory.\n',
    )
    const created = await owner.get('POST', '/api/projects', { name: 'Still here' })
    expect(await owner.get('GET', '/api/projects')).toMatchObject([{ id: created.id }])
    await first.kill('SIGTERM')
    expect(() => readFileSync(lock())).toThrow('ENOENT')
  })

  test.each([
    ['of a process that has exited', () => '4194999 12345'],
    ['whose process ID was reused', () => `${process.pid} 1`],
    ['that is incomplete', () => ''],
  ])('is taken over from a lock %s', async (_, content) => {
    writeFileSync(lock(), content())
    const server = startProcess(options)
    onTestFinished(() => server.kill('SIGKILL'))
    await server.ready
    expect(readFileSync(lock(), 'utf8')).toMatch(new RegExp(`^${server.pid} `))
  })

  test('is checkpointed, so that recovery after a kill is short', async () => {
    const server = startProcess(options)
    onTestFinished(() => server.kill('SIGKILL'))
    await server.ready
    const client = new pg.Client({
      host: options.dataDir,
      port: embeddedPort,
      user: 'postgres',
      database: 'postgres',
    })
    await client.connect()
    const ask = async (statement: string) => (await client.query(statement)).rows[0]
    const toReplay =
      'SELECT pg_wal_lsn_diff(pg_current_wal_lsn(), redo_lsn)::int AS bytes FROM pg_control_checkpoint()'
    for (let megabyte = 0; megabyte < 100; megabyte++)
      await ask("SELECT pg_logical_emit_message(true, 'test', repeat('x', 1048576))")
    await waitUntil(
      () => ask(toReplay),
      ({ bytes }) => bytes < 70_000_000,
    )
    await ask('CREATE TABLE test_of_old_versions AS SELECT 1 AS value FROM generate_series(1, 1000)')
    await ask('UPDATE test_of_old_versions SET value = 2')
    const statistics = `
      SELECT reltuples, n_dead_tup::int AS old FROM pg_class c JOIN pg_stat_user_tables s ON s.relid = c.oid
      WHERE c.relname = 'test_of_old_versions'`
    await waitUntil(
      () => ask(statistics),
      ({ reltuples, old }) => reltuples === 1000 && old === 0,
    )
    await client.end()
    await server.kill('SIGTERM')
  })

  test(`opens after kills at random times of its first start (CRASH_SEED=${seed})`, async () => {
    const directory = mkdtempSync(path.join(tmpdir(), 'aichat-first-'))
    onTestFinished(() => rmSync(directory, { recursive: true, force: true }))
    const port = await findFreePort()
    const startupMs = await runServer(
      { port, databaseUrl: null, dataDir: path.join(directory, 'complete') },
      null,
    )
    for (let attempt = 0; attempt < killCount; attempt++) {
      const interrupted = { port, databaseUrl: null, dataDir: path.join(directory, `interrupted-${attempt}`) }
      await runServer(interrupted, ((attempt + random()) / killCount) * startupMs)
      await runServer(interrupted, null)
    }
  }, 300_000)
})

/** Starts a server and kills it after this many milliseconds, or (null) once it is ready. Returns its lifetime. */
async function runServer(options: ProcessOptions, milliseconds: number | null): Promise<number> {
  const startedAt = performance.now()
  const server = startProcess(options)
  if (milliseconds === null) {
    await server.ready
    await waitUntil(
      () => call(`http://127.0.0.1:${options.port}`, 'GET', '/api/templates'),
      ({ status }) => status < 500,
    )
  } else {
    await sleep(milliseconds)
  }
  const elapsedMs = performance.now() - startedAt
  if (milliseconds === null) await signUp(`http://127.0.0.1:${options.port}`, 'first')
  await server.kill('SIGKILL')
  return elapsedMs
}
