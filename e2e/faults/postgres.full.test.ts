import { io } from 'socket.io-client'
import { beforeAll, expect, onTestFinished } from 'vitest'
import { startVisit } from '../../server/src/ops/seed/api-client.ts'
import type { BusyCompany } from '../../server/test/fixtures/busy-company.ts'
import { createPublishedProject } from '../../server/test/fixtures/fixtures.ts'
import { sleep, waitUntil } from '../../server/test/kit/client.ts'
import { sharedTest as test } from '../../server/test/kit/engine.ts'
import { findFreePort } from '../../server/test/kit/ports.ts'
import { buildServer } from '../../server/test/kit/server-process.ts'
import { startPostgres } from './engines.ts'
import { createDataDirectory, repeatCount, runUnderLoad, startRestartableProcess } from './under-load.ts'

beforeAll(buildServer, 120_000)

test('an immediate shutdown and restart of PostgreSQL under load loses nothing, and the process keeps running', async () => {
  const postgres = await startPostgres()
  const node = startRestartableProcess({
    port: await findFreePort(),
    dataDir: createDataDirectory(),
    databaseUrl: postgres.url,
    environment: { LOG_LEVEL: 'fatal' },
  })
  await node.ready()
  await runUnderLoad(node.url, { name: 'postgres' }, async ([company]) => {
    const { publicKey } = await createPublishedProject((company as BusyCompany).owner)
    const { visitorToken } = await startVisit(node.url, publicKey)
    for (let round = 0; round < 3 * repeatCount; round++) {
      await sleep(700)
      postgres.stopImmediately()
      // Without a database, tokens cannot be verified. They must not be rejected as invalid.
      const visitor = io(`${node.url}/visitor`, { auth: { visitorToken }, forceNew: true })
      onTestFinished(() => void visitor.disconnect())
      await sleep(300)
      postgres.start()
      await waitUntil(
        async () => ({ isConnected: visitor.connected, isRetrying: visitor.active }),
        ({ isConnected, isRetrying }) => isConnected || !isRetrying,
      )
      expect(visitor.connected).toBe(true)
      visitor.disconnect()
    }
  })
  await node.restart()
}, 600_000)
