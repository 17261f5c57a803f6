import type { KnowledgeItem } from '@aichat/contracts/ai/knowledge'
import type { Source, SourcePage, SourceRun } from '@aichat/contracts/ai/sources'
import { beforeAll, expect, inject, onTestFinished, test } from 'vitest'
import { createGeneratedSite, type GeneratedSite } from '../fixtures/generated-site.ts'
import { type Person, signUp, sleep } from '../kit/client.ts'
import { copyDatabase } from '../kit/database.ts'
import { findFreePort } from '../kit/ports.ts'
import { buildServer, startProcess } from '../kit/server-process.ts'

/** `npm run test:full` sets 500. */
const pageCount = Number(process.env.SITE_PAGES ?? 40)
const maxWaitMs = 240_000

beforeAll(buildServer, 120_000)

async function waitFor<T>(load: () => Promise<T>, isDone: (seen: T) => boolean): Promise<T> {
  const deadline = Date.now() + maxWaitMs
  for (;;) {
    const seen = await load().catch(() => null)
    if (seen !== null && isDone(seen)) return seen
    if (Date.now() > deadline) throw new Error(`still ${JSON.stringify(seen).slice(0, 500)}`)
    await sleep(100)
  }
}

async function listPages(owner: Person, path: string): Promise<SourcePage[]> {
  const all: SourcePage[] = []
  for (let cursor = ''; ; ) {
    const { pages, nextCursor } = await owner.get('GET', `${path}/pages?limit=500${cursor}`)
    all.push(...pages)
    if (!nextCursor) return all
    cursor = `&cursor=${nextCursor}`
  }
}

type Kill = { storedPaths: Set<string>; requestCount: number }

/** The requests after a kill for pages that were stored before it. */
function listRepeats(site: GeneratedSite, { storedPaths, requestCount }: Kill): string[] {
  return site.requests
    .slice(requestCount)
    .map(({ path }) => path)
    .filter((path) => storedPaths.has(path))
}

test('a run and its embedding survive kills without losing a page or fetching one twice', async () => {
  const copy = await copyDatabase(inject('template'))
  onTestFinished(() => copy.remove())
  const site = await createGeneratedSite(pageCount)
  onTestFinished(() => site.close())
  const environment = { CRAWL_REQUESTS_PER_SECOND: '20', CRAWL_CONCURRENCY: '4' }
  const options = { ...copy, port: await findFreePort(), fetchAllow: site.host, environment }
  const url = `http://127.0.0.1:${options.port}`
  let server = startProcess(options)
  onTestFinished(() => server.kill('SIGKILL'))
  await server.ready
  const owner = await signUp(url, 'acme')
  const { id } = await owner.get('POST', '/api/projects', { name: 'Boats' })
  const agent = `/api/projects/${id}/agent`
  const source: Source = await owner.get('POST', `${agent}/sources`, {
    kind: 'site',
    config: { url: site.url, discovery: 'links', include: ['/help/', '*/section-*'] },
    limits: { maxPages: 2000 },
  })
  const path = `${agent}/sources/${source.id}`
  await owner.get('POST', `${path}/runs`)
  const getRun = async (): Promise<SourceRun> => (await owner.get('GET', path)).lastRun
  async function start() {
    server = startProcess(options)
    await server.ready
  }

  const kills: Kill[] = []
  for (const share of [1 / 3, 2 / 3]) {
    await waitFor(getRun, ({ counts }) => counts.read >= Math.floor(pageCount * share))
    const stored = await listPages(owner, path)
    await server.kill('SIGKILL')
    const storedPaths = new Set(stored.map((page) => new URL(page.url).pathname))
    kills.push({ storedPaths, requestCount: site.requests.length })
    await start()
  }
  const run = await waitFor(getRun, ({ status }) => status !== 'running')
  expect(run).toMatchObject({ status: 'completed', counts: { failed: 0, remaining: 0 } })
  const pages = await listPages(owner, path)
  const topics = pages.filter((page) => /topic-\d+$/.test(page.url))
  expect(topics).toHaveLength(pageCount)
  for (const kill of kills) {
    expect(kill.storedPaths.size).toBeGreaterThan(0)
    expect(listRepeats(site, kill)).toEqual([])
  }

  const requestCount = site.requests.length
  for (let start = 0; start < pages.length; start += 500) {
    const pageIds = pages.slice(start, start + 500).map((page) => page.id)
    await owner.get('POST', `${path}/pages/embed`, { pageIds })
  }
  const listItems = (): Promise<KnowledgeItem[]> => owner.get('GET', `${agent}/kb`)
  await waitFor(listItems, (items) => items.some(({ status }) => status === 'embedded'))
  await server.kill('SIGKILL')
  await start()
  const items = await waitFor(listItems, (all) => all.every(({ stage }) => stage === null))
  expect(items).toHaveLength(pages.length)
  expect(items.filter(({ status }) => status !== 'embedded')).toEqual([])
  // Embedding uses what the run has read.
  expect(site.requests.length).toBe(requestCount)
  await server.kill('SIGTERM')
}, 600_000)
