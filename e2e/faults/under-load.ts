import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, onTestFinished } from 'vitest'
import {
  createBusyCompany,
  readStoredMessages,
  saveFailedRun,
  type TestConversations,
} from '../../server/test/busy-company.ts'
import { findViolations, type History } from '../../server/test/message-history.ts'
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

/** Two companies talk while `fault` goes on; afterwards nothing is lost, doubled or moved. */
export async function underLoad(
  url: string,
  { name, isSpread = false }: { name: string; isSpread?: boolean },
  fault: (talks: TestConversations[], history: History) => Promise<void>,
): Promise<void> {
  const history: History = { sends: [], shown: [] }
  const given = { url, history, seed, isPatient: true, isSpread }
  const talks = [
    await createBusyCompany({ ...given, name: `${name}-acme` }),
    await createBusyCompany({ ...given, name: `${name}-rival` }),
  ]
  const chatters = talks.flatMap((talk) => talk.chatters)
  onTestFinished(() => {
    for (const chatter of chatters) chatter.leave()
  })
  for (const chatter of chatters) chatter.start()
  await fault(talks, history)
  await Promise.all(chatters.map((chatter) => chatter.finish(30_000)))

  const stored = await readStoredMessages(talks)
  const acked = history.sends.filter((send) => send.acks.length > 0).length
  process.stdout.write(`  ${name}, seed ${seed}: ${acked} acknowledged, ${history.shown.length} shown\n`)
  const problems = [...chatters.flatMap((chatter) => chatter.refusals), ...findViolations(history, stored)]
  if (problems.length > 0) saveFailedRun(`${name}-${seed}`, history, stored)
  expect(problems.slice(0, 20)).toEqual([])
  expect(acked).toBe(history.sends.length)
  expect(acked).toBeGreaterThan(50)
}
