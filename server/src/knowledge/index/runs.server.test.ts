import { type KnowledgeItem, knowledgeLimits } from '@aichat/contracts/ai/knowledge'
import { afterAll, describe, expect, onTestFinished, test } from 'vitest'
import { createFixtures, createPrivateFixtures } from '../../../test/fixtures/fixtures.ts'
import { createScriptedSite } from '../../../test/fixtures/scripted-site.ts'
import { maxWaitMs, type Person, signUp, waitUntil } from '../../../test/kit/client.ts'
import { vectorTest } from '../../../test/kit/engine.ts'
import { createGate } from '../../../test/kit/gate.ts'
import { modelServer } from '../../../test/kit/model-server.ts'
import { serverForThisTest, startServer, type TestServer } from '../../../test/kit/server.ts'
import { answerQuestion } from '../../replies/answer.ts'
import { requestRun } from '../store.ts'
import { createEmbeddingRuns } from './embedding-runs.ts'

/** It answers once `opened` resolves. */
type Page = { status: number; body: string; opened: Promise<void>; requestCount: number }

const site = await createScriptedSite()
afterAll(site.close)
const fixtures = createFixtures()
const pageLimits = { headersMs: maxWaitMs, totalMs: maxWaitMs }
let aheadMs = 0
const clock = { now: () => Date.now() + aheadMs }
const reading = createPrivateFixtures({ fetchAllow: [site.host] }, { pageLimits, clock })

let pageCount = 0

/** A page that no other test uses, and that answers as its properties say. */
function addPage(body = ''): { url: string; page: Page } {
  const page: Page = { status: 200, body, opened: Promise.resolve(), requestCount: 0 }
  const path = `/page-${++pageCount}`
  site.set(path, async (_, response) => {
    page.requestCount++
    await page.opened
    response.writeHead(page.status, { 'content-type': 'text/html' })
    response.end(`<html><head><title>Help</title></head><body><p>${page.body}</p></body></html>`)
  })
  return { url: `${site.origin}${path}`, page }
}

async function withPage(body: string) {
  const { url, page } = addPage(body)
  const { server } = reading
  const owner = await reading.signUp()
  const { id } = await owner.get('POST', '/api/projects', { name: 'Shop' })
  const kb = `/api/projects/${id}/agent/kb`
  const item: KnowledgeItem = await owner.get('POST', kb, { type: 'url', url })
  return { url, page, server, owner, projectId: id as string, kb, path: `${kb}/${item.id}`, itemId: item.id }
}

const onlyItem = async (owner: Person, kb: string): Promise<KnowledgeItem> => (await owner.get('GET', kb))[0]
const chunksOf = (server: TestServer, owner: Person) =>
  server.app.db.company(
    owner.data.company.id,
    (sql) =>
      sql<{ body: string; xmin: string }>`select body, xmin::text from knowledge_chunks order by position`,
  )

describe('a page', () => {
  test('keeps its content when it is unchanged or the fetch fails, and is indexed again when it has changed', async () => {
    const { page, server, owner, kb, path } = await withPage('We open at nine.')
    await owner.get('PATCH', `${path}/embedded`)
    const [first] = await chunksOf(server, owner)
    const before = await onlyItem(owner, kb)

    expect(await owner.get('POST', `${path}/fetch`)).toEqual({ status: 'embedded', error: null })
    expect(await chunksOf(server, owner)).toEqual([first])
    expect(Date.parse((await onlyItem(owner, kb)).fetchedAt ?? '')).toBeGreaterThan(
      Date.parse(before.fetchedAt ?? ''),
    )

    page.body = 'We open at ten.'
    await owner.get('POST', `${path}/fetch`)
    expect((await chunksOf(server, owner)).map(({ body }) => body)).toEqual(['We open at ten.'])

    page.status = 500
    const error = 'The page answered with status 500.'
    expect(await owner.get('POST', `${path}/fetch`)).toEqual({ status: 'embedded', error })
    const failed = await onlyItem(owner, kb)
    expect(failed).toMatchObject({ status: 'embedded', error, failedAt: expect.stringMatching(/^20/) })
    expect((await chunksOf(server, owner)).map(({ body }) => body)).toEqual(['We open at ten.'])

    page.status = 200
    await owner.get('POST', `${path}/fetch`)
    expect(await onlyItem(owner, kb)).toMatchObject({ status: 'embedded', error: null, failedAt: null })
    expect((await owner.get('GET', '/api/audit?action=knowledge_embedded')).events).toHaveLength(5)
  })

  test('is refreshed automatically when it is due, unless that is off', async () => {
    const { page, server, owner, kb, path, itemId } = await withPage('We open at nine.')
    await owner.get('PATCH', path, { refresh: 'daily' })
    const due = () =>
      server.app.db.company(
        owner.data.company.id,
        (sql) => sql<{ hours: number | null }>`
          select round(extract(epoch from next_fetch_at - now()) / 3600)::int as hours from knowledge_items`,
      )
    expect(await due()).toEqual([{ hours: null }]) // Only people embed items.
    await owner.get('PATCH', `${path}/embedded`)
    expect(await due()).toEqual([{ hours: 24 }])
    expect(await owner.get('PATCH', path, { refresh: 'weekly' })).toMatchObject({
      id: itemId,
      refresh: 'weekly',
    })
    expect(await due()).toEqual([{ hours: 168 }])
    expect((await owner.get('GET', '/api/audit?action=knowledge_changed')).events).toMatchObject([
      { subject: { id: itemId, project: 'Shop', changes: [{ field: 'refresh', to: 'weekly' }] } },
      { subject: { id: itemId, project: 'Shop', changes: [{ field: 'refresh', to: 'daily' }] } },
    ])

    page.body = 'We open at ten.'
    await server.app.db.company(
      owner.data.company.id,
      (sql) => sql`update knowledge_items set next_fetch_at = now() - interval '1 minute'`,
    )
    const { startPageRefresh } = await import('./refresh-pages.ts')
    const keep = startPageRefresh(server.app, false)
    onTestFinished(() => keep.close())
    await waitUntil(
      async () => (await chunksOf(server, owner)).map(({ body }) => body),
      ([body]) => body === 'We open at ten.',
    )
    expect(await due()).toEqual([{ hours: 168 }])

    await owner.get('PATCH', path, { refresh: 'off' })
    expect(await due()).toEqual([{ hours: null }])
    expect(await onlyItem(owner, kb)).toMatchObject({ refresh: 'off', status: 'embedded' })
  })

  test('that asks first changes live answers only with a publish', async () => {
    const { page, server, owner, kb, path, itemId } = await withPage(
      'You may return any item within 30 days of delivery.',
    )
    const project = kb.replace('/agent/kb', '')
    const [{ widgetConfigId }] = await owner.get('GET', '/api/projects')
    await owner.get('PATCH', `/api/widget/${widgetConfigId}`, { template: { key: 'minimal' } })
    await owner.get('PATCH', `${path}/embedded`)
    await owner.get('POST', `${project}/publish`)
    expect(await owner.get('PATCH', path, { asksBeforePublish: true })).toMatchObject({
      id: itemId,
      asksBeforePublish: true,
    })
    const days = async () => {
      const scope = { companyId: owner.data.company.id, projectId: project.split('/').at(-1) ?? '' }
      const history = [{ from: 'visitor' as const, text: 'How many days do I have to return an item?' }]
      const reply = await answerQuestion(server.app, {
        ...scope,
        history,
        signal: AbortSignal.timeout(10_000),
      })
      return reply.kind === 'answer' ? /\d+/.exec(reply.text)?.[0] : null
    }
    page.body = 'You may return any item within 14 days of delivery.'
    await owner.get('POST', `${path}/fetch`)
    expect(await days()).toBe('30')
    expect(await owner.get('GET', `${project}/answers`)).toMatchObject({ status: 'waiting', changes: 1 })
    await owner.get('POST', `${project}/publish`)
    expect(await days()).toBe('14')

    const { id } = await owner.get('POST', kb, { type: 'manual', content: 'Written.' })
    expect((await owner.call('PATCH', `${kb}/${id}`, { asksBeforePublish: true })).status).toBe(409)
  })

  test('is the only type of item that can be refreshed, and invalid settings are refused', async () => {
    const owner = await fixtures.signUp()
    const { id } = await owner.get('POST', '/api/projects', { name: 'Shop' })
    const kb = `/api/projects/${id}/agent/kb`
    const item = await owner.get('POST', kb, { type: 'manual', content: 'We are open.' })
    expect((await owner.call('POST', `${kb}/${item.id}/fetch`)).status).toBe(409)
    expect((await owner.call('PATCH', `${kb}/${item.id}`, { refresh: 'daily' })).status).toBe(409)
    for (const body of [{}, { refresh: 'hourly' }, { refresh: ['daily'] }]) {
      expect((await owner.call('PATCH', `${kb}/${item.id}`, body)).status).toBe(400)
    }
  })
})

describe('embedding', () => {
  test('requested concurrently runs once', async () => {
    const { page, owner, path } = await withPage('We open at nine.')
    const gate = createGate()
    page.opened = gate.opened
    const sendRequest = () => owner.get('PATCH', `${path}/embedded`)
    const requests = Array.from({ length: 8 }, sendRequest)
    await waitUntil(
      async () => page.requestCount,
      (count) => count === 1,
    )
    requests.push(...Array.from({ length: 8 }, sendRequest))
    // Later requests are answered after the earlier ones have reached the server.
    await owner.get('GET', '/api/me')
    gate.open()
    const answers = await Promise.all(requests)
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set(['embedded']))
    expect(page.requestCount).toBe(1)
  })

  test('that takes long answers pending, continues, and is broadcast when done', async () => {
    const { url, page, owner, path, kb } = await withPage('We open at nine.')
    const gate = createGate()
    page.opened = gate.opened
    const line = await owner.connect()
    const others = await Promise.all(
      Array.from({ length: 5 }, () => owner.get('POST', kb, { type: 'url', url })),
    )
    const requests = [path, ...others.map(({ id }) => `${kb}/${id}`)].map((one) =>
      owner.get('PATCH', `${one}/embedded`),
    )
    const listStages = async () => (await owner.get('GET', kb)).map(({ stage }: KnowledgeItem) => stage)
    await waitUntil(listStages, (stages) => stages.every((stage: string | null) => stage !== null))
    aheadMs += knowledgeLimits.embedWaitSeconds * 1000
    for (const answer of await Promise.all(requests))
      expect(answer).toEqual({ status: 'pending', error: null })
    expect(await listStages()).not.toContain(null)
    gate.open()
    await waitUntil(
      async () => (await owner.get('GET', kb)).map(({ status }: KnowledgeItem) => status),
      (statuses) => statuses.every((status: string) => status === 'embedded'),
    )
    await line.next('knowledge:updated', ({ status, stage }) => status === 'embedded' && stage === null)
  })

  test('does not delay the shutdown of its process', async () => {
    let isConnectionOpen = false
    site.set('/unanswered', (request) => {
      isConnectionOpen = true
      request.socket.once('close', () => {
        isConnectionOpen = false
      })
    })
    const server = await startServer({ fetchAllow: [site.host] }, { pageLimits })
    const owner = await signUp(server.url, 'acme')
    const { id } = await owner.get('POST', '/api/projects', { name: 'Shop' })
    const kb = `/api/projects/${id}/agent/kb`
    const item = await owner.get('POST', kb, { type: 'url', url: `${site.origin}/unanswered` })
    const request = owner.get('PATCH', `${kb}/${item.id}/embedded`)
    await waitUntil(
      async () => isConnectionOpen,
      (isOpen) => isOpen,
    )
    await server.stop()
    expect(isConnectionOpen).toBe(true)
    expect(await request).toEqual({ status: 'pending', error: null })
  })

  vectorTest(
    'ends in time for its job when the embedding model does not answer, and leaves the vectors for later',
    async () => {
      const { baseUrl, embedded } = await modelServer(
        () => ({ text: 'x' }),
        () => new Promise(() => {}),
      )
      const server = await serverForThisTest({
        ai: { baseUrl, model: 'test-model', apiKey: null, embeddingModel: 'e' },
        runsJobs: false,
      })
      const owner = await signUp(server.url, 'acme')
      const { id } = await owner.get('POST', '/api/projects', { name: 'Shop' })
      const kb = `/api/projects/${id}/agent/kb`
      const item = await owner.get('POST', kb, { type: 'manual', content: 'We open at nine.' })
      const companyId = owner.data.company.id
      await server.app.db.company(companyId, (sql) => requestRun(sql, id, item.id))
      const runs = createEmbeddingRuns(server.app, { readMs: 500, totalMs: 1000 })
      await runs.handle({ companyId, projectId: id, itemId: item.id })
      expect(await onlyItem(owner, kb)).toMatchObject({ status: 'embedded', stage: null })
      expect(embedded).toHaveLength(1)
    },
  )

  vectorTest('of a page that has changed asks the model about the changed chunks only', async () => {
    const { baseUrl, embedded } = await modelServer(
      () => ({ text: 'x' }),
      () => [0.6, 0.8],
    )
    const { url, page } = addPage()
    const section = (name: string, text: string) => `</p><h2>${name}</h2><p>${text}`
    page.body = section('Hours', 'We open at nine.') + section('Tents', 'Tents are tested in the rain.')
    const ai = { baseUrl, apiKey: null, model: 'scripted', embeddingModel: 'scripted-embed' }
    const server = await serverForThisTest({ fetchAllow: [site.host], ai })
    const owner = await signUp(server.url, 'acme')
    const { id } = await owner.get('POST', '/api/projects', { name: 'Shop' })
    const kb = `/api/projects/${id}/agent/kb`
    const item: KnowledgeItem = await owner.get('POST', kb, { type: 'url', url })
    await owner.get('PATCH', `${kb}/${item.id}/embedded`)
    page.body = page.body.replace('nine', 'ten')
    const outcome = await owner.get('POST', `${kb}/${item.id}/fetch`)
    expect(outcome).toEqual({ status: 'embedded', error: null })
    expect((await chunksOf(server, owner)).map(({ body }) => body)).toEqual([
      'We open at ten.',
      'Tents are tested in the rain.',
    ])
    expect(embedded.filter((text) => text.includes('nine') || text.includes('ten.'))).toHaveLength(2)
    expect(embedded.filter((text) => text.includes('rain'))).toHaveLength(1)
  })

  test('of an item that is deleted meanwhile stores nothing', async () => {
    const { page, server, owner, projectId, itemId, path } = await withPage('We open at nine.')
    const gate = createGate()
    page.opened = gate.opened
    const companyId = owner.data.company.id
    await server.app.db.company(companyId, (sql) => requestRun(sql, projectId, itemId))
    const run = createEmbeddingRuns(server.app).handle({ companyId, projectId, itemId })
    await waitUntil(
      async () => page.requestCount,
      (count) => count === 1,
    )
    const joining = owner.call('PATCH', `${path}/embedded`)
    await owner.get('DELETE', path)
    expect((await joining).status).toBe(404)
    gate.open()
    await run
    expect(await chunksOf(server, owner)).toEqual([])
  })

  test('whose jobs fail repeatedly ends as failed', async () => {
    const owner = await fixtures.signUp()
    const { id } = await owner.get('POST', '/api/projects', { name: 'Shop' })
    const kb = `/api/projects/${id}/agent/kb`
    const item = await owner.get('POST', kb, { type: 'manual', content: 'We are open.' })
    const { app } = fixtures.server
    const company = owner.data.company.id
    await app.db.company(
      company,
      (sql) => sql`update knowledge_items set stage = 'reading', stage_changed_at = now(), attempts = 3`,
    )
    await app.jobs.add('knowledge-embed', item.id, { companyId: company, projectId: id, itemId: item.id })
    const ended = await waitUntil(
      () => onlyItem(owner, kb),
      ({ stage }) => stage === null,
    )
    expect(ended).toMatchObject({ status: 'failed', error: 'The item could not be read. Please try again.' })
    expect(await owner.get('PATCH', `${kb}/${item.id}/embedded`)).toEqual({ status: 'embedded', error: null })
  })

  test('stores the text and the offsets of each chunk', async () => {
    const owner = await fixtures.signUp()
    const { id } = await owner.get('POST', '/api/projects', { name: 'Shop' })
    const kb = `/api/projects/${id}/agent/kb`
    const sentence = 'Every tent that we sell is tested in wind and rain. '
    const content = `# Tents\n\n## Care\n\n${sentence.repeat(60)}`
    const item = await owner.get('POST', kb, { type: 'manual', content })
    await owner.get('PATCH', `${kb}/${item.id}/embedded`)
    const rows = await fixtures.server.app.db.company(
      owner.data.company.id,
      (sql) => sql<{ isThere: boolean; headings: string[]; overlap: number }>`
        select substr(t.text, c.start_offset + 1, c.end_offset - c.start_offset) = c.body as "isThere", c.headings, c.overlap
        from knowledge_chunks c join knowledge_versions t on t.item_id = c.item_id and t.version = c.version order by c.position`,
    )
    expect(rows.length).toBeGreaterThan(3)
    expect(rows.every(({ isThere }) => isThere)).toBe(true)
    expect(new Set(rows.map(({ headings }) => headings.join('/')))).toEqual(new Set(['Tents/Care']))
    expect(rows.map(({ overlap }) => overlap > 0)).toEqual(rows.map((_, index) => index > 0))
  })

  test('leaves no job readable by the role of requests', async () => {
    const owner = await fixtures.signUp()
    const { db } = fixtures.server.app
    const company = db.company(owner.data.company.id, (sql) => sql`select * from jobs.job`)
    await expect(company).rejects.toThrow(/permission denied/)
    await expect(db.lookup((sql) => sql`select * from jobs.job`)).rejects.toThrow(/permission denied/)
  })
})
