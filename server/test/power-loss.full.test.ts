import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import pg from 'pg'
import { beforeAll, expect, inject, onTestFinished } from 'vitest'
import { embeddedPort } from '../src/kit/db/pglite.ts'
import { createBusyCompany, readStoredMessages, saveFailedRun } from './busy-company.ts'
import { copyDatabase } from './database.ts'
import { embeddedTest as test } from './engine.ts'
import { sleep } from './fixtures.ts'
import { assertNoViolations, findViolations, type History } from './message-history.ts'
import { findFreePort } from './ports.ts'
import { buildServer, type Place, startProcess } from './server-process.ts'

const seed = Number(process.env.CRASH_SEED || Math.floor(Math.random() * 1e9))
const losses = 3

beforeAll(buildServer, 120_000)

test(`no acknowledged message is lost by ${losses} power losses (CRASH_SEED=${seed})`, async () => {
  const copy = await copyDatabase(inject('template'))
  onTestFinished(() => copy.remove())
  const port = await findFreePort()
  const url = `http://127.0.0.1:${port}`
  let place: Place = { ...copy, port, environment: { EMBEDDED_FSYNC: 'on' } }
  let next = withSurvivors(place)
  let server = startProcess(next.watched)
  await server.ready
  const history: History = { sends: [], shown: [] }
  const company = await createBusyCompany({ url, name: 'powerless', history, seed })
  onTestFinished(() => {
    for (const generator of company.generators) generator.leave()
  })
  for (const generator of company.generators) generator.start()

  for (let count = 0; count < losses; count++) {
    await sleep(700)
    await checkpoint(place.dataDir)
    await sleep(700)
    await server.kill('SIGKILL')
    place = next.afterwards
    next = withSurvivors(place)
    server = startProcess(next.watched)
    await server.ready
  }
  await Promise.all(company.generators.map((generator) => generator.finish(30_000)))

  const stored = await readStoredMessages([company])
  const acked = history.sends.filter((send) => send.acks.length > 0).length
  process.stdout.write(`  seed ${seed}: ${acked} acknowledged, ${losses} times without power\n`)
  const problems = [
    ...company.generators.flatMap((generator) => generator.refusals),
    ...findViolations(history, stored),
  ]
  if (problems.length > 0) saveFailedRun(`power-${seed}`, history, stored)
  assertNoViolations(problems)
  expect(acked).toBe(history.sends.length)
  expect(acked).toBeGreaterThan(100)
  await server.kill('SIGTERM')
}, 200_000)

/** The place with its database watched, and the place that a power loss leaves. */
function withSurvivors(place: Place): { watched: Place; afterwards: Place } {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'aichat-surviving-'))
  onTestFinished(() => rmSync(dataDir, { recursive: true, force: true }))
  const [WATCHED, SURVIVING] = [place.dataDir, dataDir].map((folder) => path.join(folder, 'database'))
  cpSync(WATCHED as string, SURVIVING as string, { recursive: true })
  const recorder = path.join(import.meta.dirname, 'unsynced-write-loss.mjs')
  const environment = { ...place.environment, WATCHED, SURVIVING, NODE_OPTIONS: `--import ${recorder}` }
  return {
    watched: { ...place, environment: environment as Record<string, string> },
    afterwards: { ...place, dataDir },
  }
}

/** Moves what is in the log into the files of the tables, and lets the log go. */
async function checkpoint(dataDir: string): Promise<void> {
  const client = new pg.Client({ host: dataDir, port: embeddedPort, user: 'postgres', database: 'postgres' })
  await client.connect()
  await client.query('CHECKPOINT')
  await client.end()
}
