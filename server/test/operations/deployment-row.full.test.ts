import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { pino } from 'pino'
import { beforeAll, expect, inject, onTestFinished, test } from 'vitest'
import { openDatabase } from '../../src/kit/db/database.ts'
import { runDoctor } from '../../src/ops/doctor/run-doctor.ts'
import { copyDatabase, type DatabaseCopy } from '../kit/database.ts'
import { sharedTest } from '../kit/engine.ts'
import { findFreePort } from '../kit/ports.ts'
import { startServer } from '../kit/server.ts'
import { buildServer, startProcess } from '../kit/server-process.ts'

const root = path.resolve(import.meta.dirname, '../../..')
const log = pino({ level: 'silent' })

beforeAll(buildServer, 120_000)

/** A database that a release with schema 999 has updated. */
async function createNewerDatabase(minSchemaVersion: number): Promise<DatabaseCopy> {
  const copy = await copyDatabase(inject('template'))
  onTestFinished(() => copy.remove())
  const database = await openDatabase({ ...copy, databasePool: 1, embeddedFsync: false }, log)
  await database.pool.query(
    `INSERT INTO schema_versions (version, name, md5, run_at) VALUES (999, 'future', 'future', now())`,
  )
  await database.pool.query('UPDATE deployment SET min_schema_version = $1', [minSchemaVersion])
  await database.close()
  return copy
}

test('a program that a newer schema excludes does not start, and says which release it needs', async () => {
  const copy = await createNewerDatabase(998)
  const { ended } = startProcess({ ...copy, port: await findFreePort() })
  const { code, errors } = await ended
  expect(code).toBe(1)
  expect(errors).toMatch(
    /^The database has schema version 999 and needs a release with schema version 998 or later; this release has version \d+\. Install the release that updated the database\.\n$/,
  )
})

test('the release before starts on a newer schema that permits it, and leaves the limit unchanged', async () => {
  const copy = await createNewerDatabase(38)
  const server = startProcess({ ...copy, port: await findFreePort() })
  onTestFinished(() => server.kill('SIGKILL'))
  await server.ready
  await server.kill('SIGTERM')
  const database = await openDatabase({ ...copy, databasePool: 1, embeddedFsync: false }, log)
  const { rows } = await database.pool.query('SELECT min_schema_version FROM deployment')
  await database.close()
  expect(rows).toEqual([{ min_schema_version: 38 }])
})

sharedTest('a process that stores files in another directory than its peers says so', async () => {
  const first = await startServer()
  onTestFinished(() => first.stop())
  const { databaseUrl, appSecret, dataDir } = first.app.settings
  const elsewhere = mkdtempSync(path.join(tmpdir(), 'aichat-elsewhere-'))
  onTestFinished(() => rmSync(elsewhere, { recursive: true, force: true }))
  const findDifferences = async (directory: string) => {
    const settings = { ...first.app.settings, publicUrl: first.url, dataDir: directory }
    const findings = await runDoctor({ settings, log, root })
    return findings.filter(({ part, state }) => part === 'data directory' && state === 'bad')
  }
  for (const [directory, isDifferent] of [
    [elsewhere, true],
    [dataDir, false],
  ] as const) {
    const peer = await startServer({ databaseUrl, appSecret, dataDir: directory })
    expect(peer.logged.join().includes('is not the directory in which the other processes')).toBe(isDifferent)
    await peer.stop()
    expect(await findDifferences(directory)).toHaveLength(isDifferent ? 1 : 0)
  }
})
