import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, onTestFinished } from 'vitest'
import {
  type BusyCompany,
  createBusyCompany,
  readStoredMessages,
  saveFailedRun,
} from '../../server/test/busy-company.ts'
import { assertNoViolations, findViolations, type History } from '../../server/test/message-history.ts'
import { type Place, type ServerProcess, startProcess } from '../../server/test/server-process.ts'

/** FAULTS multiplies how often each fault happens: 1 where every change is tested, more for a night. */
export const times = Number(process.env.FAULTS || 1)
const seed = Number(process.env.FAULT_SEED || Math.floor(Math.random() * 1e9))

export function dataDirectory(): string {
  const directory = mkdtempSync(path.join(tmpdir(), 'aichat-faults-'))
  onTestFinished(() => rmSync(directory, { recursive: true, force: true }))
  return directory
}

/** A process that goes with the test, and may be ended and begun again by it. */
export function keptProcess(place: Place) {
  let running = startProcess(place)
  onTestFinished(() => running.kill('SIGKILL'))
  return {
    port: place.port,
    url: `http://127.0.0.1:${place.port}`,
    ready: () => running.ready,
    stop: () => stop(running),
    async restart(): Promise<void> {
      await stop(running)
      running = startProcess(place)
      await running.ready
    },
  }
}

/** Ends it as an operator does; within 10 s, without an error, or the test fails. */
async function stop(running: ServerProcess): Promise<void> {
  const begun = Date.now()
  await running.kill('SIGTERM')
  const { code, errors } = await running.ended
  expect(errors).toBe('')
  expect(code).toBe(0)
  expect(Date.now() - begun).toBeLessThan(10_000)
}

/** Runs `fault` while two companies send messages, and asserts that no message is lost, duplicated or reordered. */
export async function underLoad(
  url: string,
  { name, isSpread = false }: { name: string; isSpread?: boolean },
  fault: (companies: BusyCompany[], history: History) => Promise<void>,
): Promise<void> {
  const history: History = { sends: [], shown: [] }
  const given = { url, history, seed, isPatient: true, isSpread }
  const companies = [
    await createBusyCompany({ ...given, name: `${name}-acme` }),
    await createBusyCompany({ ...given, name: `${name}-rival` }),
  ]
  const generators = companies.flatMap((company) => company.generators)
  onTestFinished(() => {
    for (const generator of generators) generator.leave()
  })
  for (const generator of generators) generator.start()
  await fault(companies, history)
  await Promise.all(generators.map((generator) => generator.finish(30_000)))

  const stored = await readStoredMessages(companies)
  const acked = history.sends.filter((send) => send.acks.length > 0).length
  process.stdout.write(`  ${name}, seed ${seed}: ${acked} acknowledged, ${history.shown.length} shown\n`)
  const problems = [
    ...generators.flatMap((generator) => generator.refusals),
    ...findViolations(history, stored),
  ]
  if (problems.length > 0) saveFailedRun(`${name}-${seed}`, history, stored)
  assertNoViolations(problems)
  expect(acked).toBe(history.sends.length)
  expect(acked).toBeGreaterThan(50)
}
