import { beforeAll, test } from 'vitest'
import { pause } from '../../server/test/cast.ts'
import { buildServer, freePort } from '../../server/test/server-process.ts'
import { startPostgres } from './engines.ts'
import { dataDirectory, keptProcess, times, underLoad } from './under-load.ts'

beforeAll(buildServer, 120_000)

test('PostgreSQL ends at once and comes back while people talk: nothing is lost, and the process goes on', async () => {
  const postgres = await startPostgres()
  const node = keptProcess({
    port: await freePort(),
    dataDir: dataDirectory(),
    databaseUrl: postgres.url,
    environment: { LOG_LEVEL: 'fatal' },
  })
  await node.ready()
  await underLoad(node.url, { name: 'postgres' }, async () => {
    for (let round = 0; round < 3 * times; round++) {
      await pause(700)
      postgres.stopAtOnce()
      await pause(300)
      postgres.start()
    }
  })
  await node.restart()
}, 600_000)
