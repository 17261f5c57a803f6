import { cpSync, readdirSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import pg from 'pg'
import { beforeAll, expect, inject, onTestFinished, test } from 'vitest'
import { embeddedPort } from '../../server/src/kit/db/embedded/pglite.ts'
import type { BusyCompany } from '../../server/test/fixtures/busy-company.ts'
import { call, type Person, sleep, upload, waitUntil } from '../../server/test/kit/client.ts'
import { copyDatabase } from '../../server/test/kit/database.ts'
import { usesPostgres } from '../../server/test/kit/engine.ts'
import { findFreePort } from '../../server/test/kit/ports.ts'
import { buildServer } from '../../server/test/kit/server-process.ts'
import { canMount, mountSmallDisk } from './small-disk.ts'
import { repeatCount, runUnderLoad, startRestartableProcess } from './under-load.ts'

beforeAll(buildServer, 120_000)

/** Writes twice the size of a segment of the write-ahead log, and adds no table data. */
const logPressure = `DO $$ BEGIN FOR i IN 1..300000 LOOP PERFORM setval('pressure', i); END LOOP; END $$`

test.skipIf(usesPostgres || !canMount())(
  'the embedded database becomes read-only on a full disk, reports it, and recovers without a restart',
  async () => {
    const disk = mountSmallDisk(400)
    const { dataDir } = inject('template') as { dataDir: string }
    cpSync(path.join(dataDir, 'database'), path.join(disk.directory, 'database'), { recursive: true })
    const node = startRestartableProcess({
      port: await findFreePort(),
      dataDir: disk.directory,
      databaseUrl: null,
      environment: { LOG_LEVEL: 'fatal', REDIS_URL: '', TMPDIR: tmpdir(), EMBEDDED_FSYNC: 'on' },
    })
    await node.ready()
    await query(disk.directory, 'CREATE SEQUENCE pressure')
    await runUnderLoad(node.url, { name: 'disk' }, async ([company], history) => {
      const { owner } = company as BusyCompany
      const acked = () => history.sends.filter(({ acks }) => acks.length > 0).length
      for (let round = 0; round < 2 * repeatCount; round++) {
        await sleep(1000)
        disk.fill()
        await waitUntil(
          () => owner.call('POST', '/api/projects', { name: 'One more' }),
          ({ status }) => status === 503,
        )
        await sleep(1500)
        const before = acked()
        for (let second = 0; second < 3; second++) {
          await sleep(1000)
          const answers = await Promise.all([
            owner.call('GET', '/api/sessions'),
            owner.call('POST', '/api/projects', { name: 'One more' }),
            call(node.url, 'GET', '/readyz'),
          ])
          expect(answers.map(({ status }) => status)).toEqual([200, 503, 200])
          // Writes that would need another segment of the write-ahead log, and crash the database, are rejected.
          await expect(query(disk.directory, logPressure)).rejects.toMatchObject({ code: '25006' })
          expect(answers[1]?.body.message).toBe(
            "We can't save anything right now. Please try again in a moment.",
          )
        }
        expect(acked()).toBe(before)
        disk.free()
        await waitUntil(
          async () => acked(),
          (count) => count > before + 50,
        )
      }
    })
    await node.restart()
  },
  600_000,
)

test.skipIf(!canMount())(
  'an upload to a full disk is refused with a readable error and leaves no partial file',
  async () => {
    const copy = await copyDatabase(inject('template'))
    onTestFinished(() => copy.remove())
    const disk = mountSmallDisk(20)
    // With the embedded database, only the temporary folder of uploads can be on a separate disk.
    const dataDir = copy.databaseUrl ? disk.directory : copy.dataDir
    const node = startRestartableProcess({
      ...copy,
      dataDir,
      port: await findFreePort(),
      environment: { LOG_LEVEL: 'fatal', TMPDIR: disk.directory },
    })
    await node.ready()
    await runUnderLoad(node.url, { name: 'files' }, async ([company]) => {
      const { owner } = company as BusyCompany
      const { id } = await owner.get('POST', '/api/projects', { name: 'Shop' })
      for (let round = 0; round < repeatCount; round++) {
        await sleep(1500)
        const before = filesIn(disk.directory)
        disk.fill()
        const refused = await uploadText(node.url, owner, id)
        expect(refused).toMatchObject({ status: 503, body: { code: 'not_ready' } })
        disk.free()
        expect(filesIn(disk.directory)).toEqual(before)
        expect(await uploadText(node.url, owner, id)).toMatchObject({ status: 201 })
      }
    })
    await node.restart()
  },
  600_000,
)

/** Runs a statement in the embedded database as its owner, while the product uses it. */
async function query(dataDir: string, statement: string): Promise<void> {
  const client = new pg.Client({ host: dataDir, port: embeddedPort, user: 'postgres', database: 'postgres' })
  client.on('error', () => {}) // the query rejects
  await client.connect()
  try {
    await client.query(statement)
  } finally {
    await client.end()
  }
}

function filesIn(directory: string): string[] {
  return readdirSync(directory, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => path.join(parentPath, name))
    .toSorted()
}

function uploadText(url: string, owner: Person, projectId: string) {
  const path = `/api/projects/${projectId}/agent/upload/file`
  const file = { name: 'delivery.txt', content: 'We deliver within three days. '.repeat(10_000) }
  return upload(url, path, owner.tokens.accessToken, [file])
}
