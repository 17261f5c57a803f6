import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import pg from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import { createPrivateFixtures } from '../../../test/fixtures/fixtures.ts'
import { call } from '../../../test/kit/client.ts'
import { findFreePort } from '../../../test/kit/ports.ts'
import { createHttp } from '../http/http.ts'
import { createDb, type Db } from './db.ts'

const fixtures = createPrivateFixtures()
const companyId = '00000000-0000-7000-8000-000000000000'

/** A server with one public route. */
async function serveRoute(read: () => Promise<unknown>): Promise<string> {
  const { app } = fixtures.server
  const http = await createHttp({ ...app, identify: async () => null })
  http.get('/api/read', { config: { permission: 'public' } }, read)
  onTestFinished(() => http.close())
  return http.listen({ port: 0, host: '127.0.0.1' })
}

function openDb(port: number): Db {
  const pool = new pg.Pool({
    host: '127.0.0.1',
    port,
    user: 'postgres',
    max: 1,
    connectionTimeoutMillis: 100,
  })
  const db = createDb({ pool, hasOwnSessions: true }, fixtures.server.app.log)
  onTestFinished(() => db.close())
  return db
}

async function expectUnavailable(url: string): Promise<void> {
  const { status, headers, body } = await call(url, 'GET', '/api/read')
  expect({ status, retryAfter: headers.get('retry-after'), body }).toEqual({
    status: 503,
    retryAfter: '2',
    body: {
      success: false,
      message: 'The service is temporarily unavailable. Please try again in a moment.',
      code: 'not_ready',
      requestId: expect.any(String),
    },
  })
}

test('a database that refuses connections is answered 503 with Retry-After', async () => {
  const db = openDb(await findFreePort())
  await expectUnavailable(await serveRoute(() => db.company(companyId, (sql) => sql`select 1`)))
  expect(fixtures.server.logged.join('')).toContain('the database is unavailable')
})

test('an exhausted connection pool is answered 503 with Retry-After', async () => {
  const unresponsive = createServer(() => {}).listen(0, '127.0.0.1')
  onTestFinished(() => void unresponsive.close())
  await once(unresponsive, 'listening')
  const db = openDb((unresponsive.address() as AddressInfo).port)
  const url = await serveRoute(() => db.lookup((sql) => sql`select 1`))
  await Promise.all([expectUnavailable(url), expectUnavailable(url)])
})

test('a connection that is lost during a transaction is answered 503 with Retry-After', async () => {
  const { db } = fixtures.server.app
  const lose = () => Promise.reject(new Error('Connection terminated unexpectedly'))
  await expectUnavailable(await serveRoute(() => db.company(companyId, (sql) => sql`select 1`.then(lose))))
})

test('a failed statement is not taken for an outage', async () => {
  const { db } = fixtures.server.app
  const url = await serveRoute(() => db.company(companyId, (sql) => sql`select 1 / 0`))
  expect((await call(url, 'GET', '/api/read')).status).toBe(500)
})

test('a statement sent behind a failed one fails with the error of the first', async () => {
  const { db } = fixtures.server.app
  const work = db.company(companyId, async (sql) => {
    const [first, second] = await Promise.allSettled([sql`select 1 / 0 as failed`, sql`select 1 as behind`])
    expect(first).toMatchObject({ status: 'rejected', reason: { code: '22012' } })
    expect(second).toEqual(first)
    throw new Error('checked')
  })
  await expect(work).rejects.toThrow('checked')
})
