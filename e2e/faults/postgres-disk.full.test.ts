import { beforeAll } from 'vitest'
import type { BusyCompany } from '../../server/test/fixtures/busy-company.ts'
import { sleep, waitUntil } from '../../server/test/kit/client.ts'
import { sharedTest as test } from '../../server/test/kit/engine.ts'
import { findFreePort } from '../../server/test/kit/ports.ts'
import { buildServer } from '../../server/test/kit/server-process.ts'
import { startPostgres } from './engines.ts'
import { mountSmallDisk } from './small-disk.ts'
import { createDataDirectory, repeatCount, runUnderLoad, startRestartableProcess } from './under-load.ts'

beforeAll(buildServer, 120_000)

test('PostgreSQL with a full disk acknowledges nothing that is not stored, and recovers without a restart', async () => {
  const disk = mountSmallDisk(300)
  const postgres = await startPostgres(disk.directory)
  const node = startRestartableProcess({
    port: await findFreePort(),
    dataDir: createDataDirectory(),
    databaseUrl: postgres.url,
    environment: { LOG_LEVEL: 'fatal' },
  })
  await node.ready()
  await runUnderLoad(node.url, { name: 'postgres-disk' }, async (companies, history) => {
    const { owner } = companies[0] as BusyCompany
    const acked = () => history.sends.filter(({ acks }) => acks.length > 0).length
    for (let round = 0; round < repeatCount; round++) {
      await sleep(1000)
      disk.fill()
      await waitUntil(
        () => owner.call('POST', '/api/projects', { name: 'One more' }),
        ({ status }) => status >= 500,
      )
      await sleep(3000)
      const before = acked()
      disk.free()
      await waitUntil(
        async () => acked(),
        (count) => count > before + 50,
      )
    }
  })
  await node.restart()
}, 600_000)
