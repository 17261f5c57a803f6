import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import pg from 'pg'
import { beforeAll, expect, inject, onTestFinished } from 'vitest'
import { embeddedPort } from '../../src/kit/db/embedded/pglite.ts'
import { createBusyCompany, readStoredMessages, saveFailedRun } from '../fixtures/busy-company.ts'
import { sleep } from '../kit/client.ts'
import { copyDatabase } from '../kit/database.ts'
import { embeddedTest as test } from '../kit/engine.ts'
import { findFreePort } from '../kit/ports.ts'
import { buildServer, type ProcessOptions, startProcess } from '../kit/server-process.ts'
import { assertNoViolations, findViolations, type History } from '../message-history.ts'

const seed = Number(process.env.CRASH_SEED || Math.floor(Math.random() * 1e9))
const losses = 3

beforeAll(buildServer, 120_000)

test(`no acknowledged message is lost by ${losses} power losses (CRASH_SEED=${seed})`, async () => {
  const copy = await copyDatabase(inject('template'))
  onTestFinished(() => copy.remove())
  const port = await findFreePort()
  const url = `http://127.0.0.1:${port}`
  let options: ProcessOptions = { ...copy, port, environment: { EMBEDDED_FSYNC: 'on' } }
  let next = recordSyncedWrites(options)
  let server = startProcess(next.recorded)
  await server.ready
  const history: History = { sends: [], shown: [] }
  const company = await createBusyCompany({ url, name: 'power-loss', history, seed })
  onTestFinished(() => {
    for (const generator of company.generators) generator.disconnect()
  })
  for (const generator of company.generators) generator.start()

  for (let count = 0; count < losses; count++) {
    await sleep(700)
    await checkpoint(options.dataDir)
    await sleep(700)
    await server.kill('SIGKILL')
    options = next.afterPowerLoss
    next = recordSyncedWrites(options)
    server = startProcess(next.recorded)
    await server.ready
  }
  await Promise.all(company.generators.map((generator) => generator.finish(30_000)))

  const stored = await readStoredMessages([company])
  const acked = history.sends.filter((send) => send.acks.length > 0).length
  process.stdout.write(`  seed ${seed}: ${acked} acknowledged, ${losses} power losses\n`)
  const problems = [
    ...company.generators.flatMap((generator) => generator.unexpectedErrors),
    ...findViolations(history, stored),
  ]
  if (problems.length > 0) saveFailedRun(`power-${seed}`, history, stored)
  assertNoViolations(problems)
  expect(acked).toBe(history.sends.length)
  expect(acked).toBeGreaterThan(100)
  await server.kill('SIGTERM')
}, 200_000)

/** Returns options with which the server records its synced writes, and options with the database as a power loss leaves it. */
function recordSyncedWrites(options: ProcessOptions): {
  recorded: ProcessOptions
  afterPowerLoss: ProcessOptions
} {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'aichat-synced-'))
  onTestFinished(() => rmSync(dataDir, { recursive: true, force: true }))
  const [WATCHED_DIR, SYNCED_DIR] = [options.dataDir, dataDir].map((folder) => path.join(folder, 'database'))
  cpSync(WATCHED_DIR as string, SYNCED_DIR as string, { recursive: true })
  const recorder = path.join(import.meta.dirname, 'unsynced-write-loss.mjs')
  const environment = {
    ...options.environment,
    WATCHED_DIR,
    SYNCED_DIR,
    NODE_OPTIONS: `--import ${recorder}`,
  }
  return {
    recorded: { ...options, environment: environment as Record<string, string> },
    afterPowerLoss: { ...options, dataDir },
  }
}

/** Writes the changes of the write-ahead log to the table files, so that the log can be recycled. */
async function checkpoint(dataDir: string): Promise<void> {
  const client = new pg.Client({ host: dataDir, port: embeddedPort, user: 'postgres', database: 'postgres' })
  await client.connect()
  await client.query('CHECKPOINT')
  await client.end()
}
