import { beforeAll, expect, inject, onTestFinished, test } from 'vitest'
import { createBusyCompany, readStoredMessages, saveFailedRun } from '../fixtures/busy-company.ts'
import { sleep } from '../kit/client.ts'
import { copyDatabase } from '../kit/database.ts'
import { findFreePort } from '../kit/ports.ts'
import { createRandom } from '../kit/random.ts'
import { buildServer, startProcess } from '../kit/server-process.ts'
import { assertNoViolations, findViolations, type History } from '../message-history.ts'

// The embedded database takes seconds to open.
const kills = Number(process.env.CRASH_KILLS || ('dataDir' in inject('template') ? 10 : 15))
const seed = Number(process.env.CRASH_SEED || Math.floor(Math.random() * 1e9))
const random = createRandom(seed)

beforeAll(buildServer, 120_000)

test(
  `no acknowledged message is lost, duplicated or reordered by ${kills} kills (CRASH_SEED=${seed})`,
  async () => {
    const copy = await copyDatabase(inject('template'))
    onTestFinished(() => copy.remove())
    const options = { ...copy, port: await findFreePort() }
    const url = `http://127.0.0.1:${options.port}`
    const history: History = { sends: [], shown: [] }

    let server = startProcess(options)
    await server.ready
    const companies = [
      await createBusyCompany({ url, name: 'acme', history, seed }),
      await createBusyCompany({ url, name: 'rival', history, seed }),
    ]
    const generators = companies.flatMap((company) => company.generators)
    onTestFinished(() => {
      for (const generator of generators) generator.disconnect()
    })
    for (const generator of generators) generator.start()

    for (let count = 0; count < kills; count++) {
      // Some kills happen during startup.
      const isEarly = random() < 0.15
      if (!isEarly) await server.ready
      await sleep(isEarly ? random() * 1000 : 200 + random() * 600)
      await server.kill('SIGKILL')
      server = startProcess(options)
    }
    await server.ready
    await Promise.all(generators.map((generator) => generator.finish(30_000)))

    const stored = await readStoredMessages(companies)
    const acked = history.sends.filter((send) => send.acks.length > 0).length
    const problems = [
      ...generators.flatMap((generator) => generator.unexpectedErrors),
      ...findViolations(history, stored),
    ]
    process.stdout.write(
      `  seed ${seed}: ${acked} acknowledged, ${history.shown.length} shown, ${kills} kills\n`,
    )
    if (problems.length > 0) saveFailedRun(`crash-${seed}`, history, stored)
    assertNoViolations(problems)
    expect(acked).toBe(history.sends.length)
    // Enough messages that each kill interrupts some, on a slow machine as well.
    expect(acked).toBeGreaterThan(kills * 5)
    await server.kill('SIGTERM')
  },
  100_000 + kills * 10_000,
)
