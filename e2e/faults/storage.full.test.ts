import pg from 'pg'
import { beforeAll, expect, inject, onTestFinished, test } from 'vitest'
import { embeddedPort } from '../../server/src/kit/db/embedded/pglite.ts'
import type { Settings } from '../../server/src/kit/process/settings.ts'
import { openStorage } from '../../server/src/kit/storage/open-storage.ts'
import { readBytes } from '../../server/src/kit/storage/storage.ts'
import type { BusyCompany } from '../../server/test/fixtures/busy-company.ts'
import { type Person, upload } from '../../server/test/kit/client.ts'
import { copyDatabase, type DatabaseCopy } from '../../server/test/kit/database.ts'
import { findFreePort } from '../../server/test/kit/ports.ts'
import { startObjectStore } from '../../server/test/kit/s3-store.ts'
import { buildServer } from '../../server/test/kit/server-process.ts'
import { createFaultProxy, type FaultProxy } from './fault-proxy.ts'
import { repeatCount, runUnderLoad, startRestartableProcess } from './under-load.ts'

beforeAll(buildServer, 120_000)

const sentence = 'We deliver within three days. '
/** Large enough to be interrupted in the middle of the transfer. */
const bytes = 900_000
const content = sentence.repeat(bytes / sentence.length)
const answeredWithinMs = 15_000

type Failure = { start(proxy: FaultProxy): void; end(proxy: FaultProxy): void; status: number }
const failures: Record<string, Failure> = {
  'accepts no data': { start: (proxy) => proxy.pause(), end: (proxy) => proxy.resume(), status: 503 },
  'disconnects in the middle': {
    start: (proxy) => proxy.disconnectAfter(bytes / 2),
    end: (proxy) => proxy.disconnectAfter(Number.POSITIVE_INFINITY),
    status: 503,
  },
  'is slow': {
    start: (proxy) => proxy.limitRate(20_000),
    end: (proxy) => proxy.limitRate(Number.POSITIVE_INFINITY),
    status: 503,
  },
  // Only the open connection drops data, so a retry on a new one succeeds in time.
  'loses requests': {
    start: (proxy) => proxy.drop('to server'),
    end: (proxy) => proxy.disconnect(),
    status: 201,
  },
  'stores files without a response': {
    start: (proxy) => proxy.drop('to client'),
    end: (proxy) => proxy.disconnect(),
    status: 201,
  },
}

test('an upload ends within 15 s and leaves no partial file while the object store hangs, disconnects or is slow', async () => {
  const copy = await copyDatabase(inject('template'))
  onTestFinished(() => copy.remove())
  const s3 = await startObjectStore()
  const direct = await openStorage({ s3 } as Settings)
  onTestFinished(() => direct.close())
  const proxy = await createFaultProxy(Number(new URL(s3.endpoint).port))
  onTestFinished(() => proxy.close())
  const node = startRestartableProcess({
    ...copy,
    port: await findFreePort(),
    environment: {
      LOG_LEVEL: 'fatal',
      // The S3 library warns about the version of Node.js.
      NODE_NO_WARNINGS: '1',
      S3_ENDPOINT: `http://127.0.0.1:${proxy.port}`,
      S3_BUCKET: s3.bucket,
      S3_ACCESS_KEY_ID: s3.accessKeyId,
      S3_SECRET_ACCESS_KEY: s3.secretAccessKey,
    },
  })
  await node.ready()
  const waits: Record<string, number> = {}

  await runUnderLoad(node.url, { name: 'storage' }, async ([company], history) => {
    const { owner } = company as BusyCompany
    const { id } = await owner.get('POST', '/api/projects', { name: 'Shop' })
    const acked = () => history.sends.filter(({ acks }) => acks.length > 0).length
    expect((await uploadText(node.url, owner, id)).status).toBe(201)
    for (let round = 0; round < repeatCount; round++) {
      for (const [failure, { start, end, status }] of Object.entries(failures)) {
        start(proxy)
        const startedAt = Date.now()
        const before = acked()
        const uploaded = await uploadText(node.url, owner, id)
        waits[failure] = Date.now() - startedAt
        end(proxy)
        expect({ failure, ...uploaded }).toMatchObject({ failure, status })
        expect(waits[failure]).toBeLessThan(answeredWithinMs)
        // Messages are acknowledged during the failure.
        expect(acked()).toBeGreaterThan(before)
        if (status === 503)
          expect(uploaded.body.message).toBe('The file could not be stored. Please try again.')
        const next = await uploadText(node.url, owner, id)
        expect({ failure, ...next }).toMatchObject({ failure, status: 201 })
        const object = await direct.get(next.body.data.s3Key)
        expect((await readBytes(object, 2 * bytes)).length).toBe(content.length)
      }
    }
    expect(await rowsWithoutObject(copy)).toBe(0)
  })
  process.stdout.write(`  answered after ms: ${JSON.stringify(waits)}\n`)
  await node.restart()
}, 600_000)

function uploadText(url: string, owner: Person, projectId: string) {
  const path = `/api/projects/${projectId}/agent/upload/file`
  const file = { name: 'delivery.txt', content: content }
  return upload(url, path, owner.tokens.accessToken, [file])
}

/** Files that are neither stored nor marked for deletion. */
async function rowsWithoutObject({ databaseUrl, dataDir }: DatabaseCopy): Promise<number> {
  const embedded = { host: dataDir, port: embeddedPort, user: 'postgres', database: 'postgres' }
  const client = new pg.Client(databaseUrl ? { connectionString: databaseUrl } : embedded)
  await client.connect()
  const { rows } = await client.query(
    'SELECT count(*)::int AS count FROM files WHERE stored_at IS NULL AND deletion_requested_at IS NULL',
  )
  await client.end()
  return rows[0].count
}
