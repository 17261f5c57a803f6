import { beforeAll } from 'vitest'
import type { BusyCompany } from '../../server/test/busy-company.ts'
import { sharedTest as test } from '../../server/test/engine.ts'
import { sleep, waitUntil } from '../../server/test/fixtures.ts'
import { findFreePort } from '../../server/test/ports.ts'
import { buildServer } from '../../server/test/server-process.ts'
import { startPostgres } from './engines.ts'
import { smallDisk } from './small-disk.ts'
import { dataDirectory, keptProcess, times, underLoad } from './under-load.ts'

beforeAll(buildServer, 120_000)

test('PostgreSQL with a full disk acknowledges nothing that is not stored, and recovers without a restart', async () => {
  const disk = smallDisk(300)
  const postgres = await startPostgres(disk.directory)
  const node = keptProcess({
    port: await findFreePort(),
    dataDir: dataDirectory(),
    databaseUrl: postgres.url,
    environment: { LOG_LEVEL: 'fatal' },
  })
  await node.ready()
  await underLoad(node.url, { name: 'postgres-disk' }, async (companies, history) => {
    const { owner } = companies[0] as BusyCompany
    const acked = () => history.sends.filter(({ acks }) => acks.length > 0).length
    for (let round = 0; round < times; round++) {
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
