import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, onTestFinished } from 'vitest'
import {
  type BusyCompany,
  createBusyCompany,
  readStoredMessages,
  saveFailedRun,
} from '../../server/test/fixtures/busy-company.ts'
import {
  type ProcessOptions,
  type ServerProcess,
  startProcess,
} from '../../server/test/kit/server-process.ts'
import { assertNoViolations, findViolations, type History } from '../../server/test/message-history.ts'

/** How often each fault is repeated. Nightly runs set FAULTS to more than 1. */
export const repeatCount = Number(process.env.FAULTS || 1)
const seed = Number(process.env.FAULT_SEED || Math.floor(Math.random() * 1e9))

export function createDataDirectory(): string {
  const directory = mkdtempSync(path.join(tmpdir(), 'aichat-faults-'))
  onTestFinished(() => rmSync(directory, { recursive: true, force: true }))
  return directory
}

/** Starts a server process that the test can stop and restart. It is killed at the end of the test. */
export function startRestartableProcess(options: ProcessOptions) {
  let server = startProcess(options)
  onTestFinished(() => server.kill('SIGKILL'))
  return {
    port: options.port,
    url: `http://127.0.0.1:${options.port}`,
    ready: () => server.ready,
    stop: () => stop(server),
    async restart(): Promise<void> {
      await stop(server)
      server = startProcess(options)
      await server.ready
    },
  }
}

/** Stops the process with SIGTERM and asserts that it exits within 10 s, with code 0 and without output. */
async function stop(server: ServerProcess): Promise<void> {
  const startedAt = Date.now()
  await server.kill('SIGTERM')
  const { code, errors } = await server.ended
  expect(errors).toBe('')
  expect(code).toBe(0)
  expect(Date.now() - startedAt).toBeLessThan(10_000)
}

/** Runs `fault` while two companies send messages, and asserts that no message is lost, duplicated or reordered. */
export async function runUnderLoad(
  url: string,
  { name, hasClientAddresses = false }: { name: string; hasClientAddresses?: boolean },
  fault: (companies: BusyCompany[], history: History) => Promise<void>,
): Promise<void> {
  const history: History = { sends: [], shown: [] }
  const options = { url, history, seed, retriesErrors: true, hasClientAddresses }
  const companies = [
    await createBusyCompany({ ...options, name: `${name}-acme` }),
    await createBusyCompany({ ...options, name: `${name}-rival` }),
  ]
  const generators = companies.flatMap((company) => company.generators)
  onTestFinished(() => {
    for (const generator of generators) generator.disconnect()
  })
  for (const generator of generators) generator.start()
  await fault(companies, history)
  await Promise.all(generators.map((generator) => generator.finish(30_000)))

  const stored = await readStoredMessages(companies)
  const acked = history.sends.filter((send) => send.acks.length > 0).length
  process.stdout.write(`  ${name}, seed ${seed}: ${acked} acknowledged, ${history.shown.length} shown\n`)
  const problems = [
    ...generators.flatMap((generator) => generator.unexpectedErrors),
    ...findViolations(history, stored),
  ]
  if (problems.length > 0) saveFailedRun(`${name}-${seed}`, history, stored)
  assertNoViolations(problems)
  expect(acked).toBe(history.sends.length)
  expect(acked).toBeGreaterThan(50)
}
