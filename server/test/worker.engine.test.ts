import type { KnowledgeItem } from '@aichat/contracts/ai/knowledge'
import pg from 'pg'
import { beforeAll, expect, inject, onTestFinished } from 'vitest'
import { createScriptedSite, type ScriptedSite, scriptedPage, sendAnswer } from './fixtures/scripted-site.ts'
import { call, signUp, waitUntil } from './kit/client.ts'
import { copyDatabase } from './kit/database.ts'
import { sharedTest as test } from './kit/engine.ts'
import { createGate } from './kit/gate.ts'
import { findFreePort } from './kit/ports.ts'
import { buildServer, type ProcessOptions, startProcess } from './kit/server-process.ts'

beforeAll(buildServer, 120_000)

/** A website with one page, which answers once the gate is open. */
async function createGatedSite(): Promise<ScriptedSite & { open(): void }> {
  const gate = createGate()
  const site = await createScriptedSite({
    '/hours': async (request, response) => {
      await gate.opened
      sendAnswer(request, response, scriptedPage('We open at nine.'))
    },
  })
  onTestFinished(site.close)
  return { ...site, open: gate.open }
}

async function running(place: ProcessOptions) {
  const server = startProcess(place)
  onTestFinished(() => server.kill('SIGKILL'))
  await server.ready
  return server
}

test('JOBS=off without a shared database is refused with a readable error', async () => {
  const copy = await copyDatabase(inject('template'))
  onTestFinished(() => copy.remove())
  const alone = { ...copy, databaseUrl: null, port: await findFreePort() }
  const worker = await startProcess({ ...alone, program: 'worker' }).ended
  expect(worker).toMatchObject({ code: 1, errors: expect.stringMatching(/^A worker needs DATABASE_URL: /) })
  const web = await startProcess({ ...alone, environment: { JOBS: 'off' } }).ended
  expect(web).toMatchObject({ code: 1, errors: expect.stringMatching(/^JOBS=off needs DATABASE_URL: /) })
})

test('a worker runs the jobs of a process with JOBS=off, and another one completes what it left', async () => {
  const copy = await copyDatabase(inject('template'))
  onTestFinished(() => copy.remove())
  const site = await createGatedSite()
  const place = { ...copy, fetchAllow: site.host, port: await findFreePort(), environment: { JOBS: 'off' } }
  const web = await running(place)
  const url = `http://127.0.0.1:${place.port}`
  const owner = await signUp(url, 'acme')
  const line = await owner.connect()
  onTestFinished(() => void line.socket.disconnect())
  const { id } = await owner.get('POST', '/api/projects', { name: 'Shop' })
  const kb = `/api/projects/${id}/agent/kb`
  const item: KnowledgeItem = await owner.get('POST', kb, { type: 'url', url: `${site.origin}/hours` })
  // It waits in this process, and returns when it has waited long enough: the job stays in the queue.
  const waiting = owner.call('PATCH', `${kb}/${item.id}/embedded`)
  expect(await waiting).toMatchObject({ status: 200, body: { data: { status: 'pending' } } })
  expect(await owner.get('GET', kb)).toMatchObject([{ status: 'pending', stage: 'waiting' }])
  expect(site.requests).toEqual([])

  const first = { ...place, program: 'worker' as const, environment: {}, port: await findFreePort() }
  const killed = await running(first)
  await waitUntil(
    async () => site.requests.length,
    (count) => count === 1,
  )
  await killed.kill('SIGKILL')
  site.open()
  expect(await owner.get('GET', kb)).toMatchObject([{ status: 'pending', stage: 'fetching' }])

  const second = { ...first, port: await findFreePort() }
  const worker = await running(second)
  const its = `http://127.0.0.1:${second.port}`
  expect((await call(its, 'GET', '/livez')).body).toEqual({ status: 'ok' })
  expect((await call(its, 'GET', '/metrics')).text).toContain('aichat_jobs_waiting{queue="knowledge-embed"}')
  // The web process reports the queues of workers as well.
  await waitUntil(
    async () => (await call(url, 'GET', '/metrics')).text,
    (text) => /^aichat_jobs_waiting\{queue="retention"\} \d+$/m.test(text),
  )
  expect((await call(its, 'GET', '/api/templates')).status).toBe(404)
  expect((await call(its, 'GET', '/socket.io/?EIO=4&transport=polling')).status).toBe(404)
  // What the first one held is its own until the lease ends: as if it had been held for longer.
  const client = new pg.Client({ connectionString: copy.databaseUrl as string })
  await client.connect()
  onTestFinished(() => client.end())
  await client.query(
    `UPDATE jobs.job SET started_on = started_on - interval '75 seconds' WHERE state = 'active'`,
  )
  // The next maintenance returns the job to the queue, and the worker fetches it after its retry delay.
  await waitUntil(
    async () =>
      (await client.query(`SELECT FROM jobs.job WHERE name = 'knowledge-embed' AND state = 'active'`))
        .rowCount,
    (count) => count === 0,
  )
  await waitUntil(
    async () => site.requests.length,
    (count) => count === 2,
  )
  const [embedded] = await waitUntil(
    () => owner.get('GET', kb) as Promise<KnowledgeItem[]>,
    ([now]) => now?.status === 'embedded',
  )
  expect(embedded).toMatchObject({ stage: null, chunks: 1 })
  expect(site.requests).toHaveLength(2)
  // Events of a worker reach the connected clients.
  if (process.env.REDIS_URL) await line.next('knowledge:updated', ({ status }) => status === 'embedded')
  worker.kill('SIGTERM')
  expect(await worker.ended).toMatchObject({ code: 0 })

  // Every process looks for pages that are due, and one of them fetches it.
  const due = `UPDATE knowledge_items SET refresh = 'daily', next_fetch_at = now() - interval '1 minute'`
  await client.query(due)
  await Promise.all([
    running({ ...first, port: await findFreePort() }),
    running({ ...first, port: await findFreePort() }),
  ])
  await waitUntil(
    () => owner.get('GET', kb) as Promise<KnowledgeItem[]>,
    ([now]) => now?.stage === null && now.fetchedAt !== embedded?.fetchedAt,
  )
  expect(site.requests).toHaveLength(3)
  await web.kill('SIGTERM')
})
