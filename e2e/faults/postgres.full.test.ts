import { io } from 'socket.io-client'
import { beforeAll, expect, onTestFinished } from 'vitest'
import type { BusyCompany } from '../../server/test/busy-company.ts'
import { sharedTest as test } from '../../server/test/engine.ts'
import { call, createPublishedProject, sleep, waitUntil } from '../../server/test/fixtures.ts'
import { findFreePort } from '../../server/test/ports.ts'
import { buildServer } from '../../server/test/server-process.ts'
import { startPostgres } from './engines.ts'
import { dataDirectory, keptProcess, times, underLoad } from './under-load.ts'

beforeAll(buildServer, 120_000)

test('an immediate shutdown and restart of PostgreSQL under load loses nothing, and the process keeps running', async () => {
  const postgres = await startPostgres()
  const node = keptProcess({
    port: await findFreePort(),
    dataDir: dataDirectory(),
    databaseUrl: postgres.url,
    environment: { LOG_LEVEL: 'fatal' },
  })
  await node.ready()
  await underLoad(node.url, { name: 'postgres' }, async ([company]) => {
    const { publicKey } = await createPublishedProject((company as BusyCompany).owner)
    const { body } = await call(node.url, 'POST', `/api/public/${publicKey}/visitors`, {})
    const { visitorToken } = body.data
    for (let round = 0; round < 3 * times; round++) {
      await sleep(700)
      postgres.stopAtOnce()
      // Tokens cannot be checked now, and must not be rejected as invalid.
      const newcomer = io(`${node.url}/visitor`, { auth: { visitorToken }, forceNew: true })
      onTestFinished(() => void newcomer.disconnect())
      await sleep(300)
      postgres.start()
      await waitUntil(
        async () => ({ isIn: newcomer.connected, isTrying: newcomer.active }),
        ({ isIn, isTrying }) => isIn || !isTrying,
      )
      expect(newcomer.connected).toBe(true)
      newcomer.disconnect()
    }
  })
  await node.restart()
}, 600_000)
