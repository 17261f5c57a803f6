import type { FindingList } from '@aichat/contracts/ai/findings'
import type { KnowledgeItem } from '@aichat/contracts/ai/knowledge'
import type { RunPage, Source, SourcePage } from '@aichat/contracts/ai/sources'
import { afterAll, beforeEach, expect, test } from 'vitest'
import {
  createPrivateFixtures,
  createPublishedProject,
  inspectKnowledge,
} from '../../../test/fixtures/fixtures.ts'
import {
  createScriptedSite,
  type ScriptedSite,
  scriptedPage,
  sendAnswer,
} from '../../../test/fixtures/scripted-site.ts'
import { waitForItems, waitForRun } from '../../../test/fixtures/sources.ts'
import type { Person } from '../../../test/kit/client.ts'

const sites = await Promise.all(Array.from({ length: 24 }, () => createScriptedSite()))
afterAll(() => {
  for (const one of sites) one.close()
})
const fixtures = createPrivateFixtures({
  fetchAllow: sites.map(({ host }) => host),
  crawlRequestsPerSecond: 100,
})

/** Each test has a website of its own. */
let site: ScriptedSite
let used = 0
beforeEach(() => {
  site = sites[used++] as ScriptedSite
})

type Reading = { owner: Person; agent: string; path: string }

async function addSite(config: object = {}, more: object = {}): Promise<Reading> {
  const owner = await fixtures.signUp()
  const agent = `/api/projects/${(await createPublishedProject(owner)).id}/agent`
  const source: Source = await owner.get('POST', `${agent}/sources`, {
    kind: 'site',
    config: { url: `${site.origin}/help`, discovery: 'links', ...config },
    ...more,
  })
  return { owner, agent, path: `${agent}/sources/${source.id}` }
}

/** Reads the website to the end, and returns the run with the outcome and reason of each path. */
async function read({ owner, path }: Reading) {
  await owner.get('POST', `${path}/runs`)
  const run = await waitForRun(owner, path)
  const { pages }: { pages: RunPage[] } = await owner.get('GET', `${path}/runs/${run.id}/pages?limit=500`)
  const outcomes = Object.fromEntries(
    pages.map(({ url, outcome, reason }) => [
      url.replace(site.origin, ''),
      reason ? `${outcome}: ${reason.replace(site.origin, '')}` : outcome,
    ]),
  )
  return { run, outcomes }
}

async function listPages({ owner, path }: Reading): Promise<SourcePage[]> {
  return (await owner.get('GET', `${path}/pages?limit=500`)).pages
}

/** Adds all pages to the knowledge, and returns its items. */
async function useAll(reading: Reading): Promise<KnowledgeItem[]> {
  const { owner, path } = reading
  await owner.get('POST', `${path}/pages/embed`, { pageIds: (await listPages(reading)).map(({ id }) => id) })
  return waitForItems(owner, reading.agent)
}

const canonical = (path: string) => `<link rel="canonical" href="${path}">`

test('the links of a page that names another one as its original are followed', async () => {
  site.set('/help', scriptedPage('Start', ['/help/boats'], canonical('/help/index')))
  site.set('/help/index', scriptedPage('Index'))
  site.set('/help/boats', scriptedPage('Boats'))
  expect((await read(await addSite())).outcomes).toEqual({
    '/help': 'duplicate: /help/index',
    '/help/index': 'new',
    '/help/boats': 'new',
  })
})

test('of pages that name each other as their original, one is read', {
  tags: 'full',
}, async () => {
  site.set('/help', scriptedPage('Start', ['/help/a', '/help/b']))
  site.set('/help/a', scriptedPage('Boats', [], canonical('/help/b')))
  site.set('/help/b', scriptedPage('Sails', [], canonical('/help/a')))
  expect((await read(await addSite())).outcomes).toEqual({
    '/help': 'new',
    '/help/a': 'duplicate: /help/b',
    '/help/b': 'new',
  })
})

test('a page whose original cannot be used is read itself', { tags: 'full' }, async () => {
  site.set('/robots.txt', { body: 'User-agent: *\nDisallow: /help/private' })
  site.set('/help', scriptedPage('Start', ['/help/a', '/help/b', '/help/c']))
  site.set('/help/a', scriptedPage('Boats', [], canonical('/help/missing')))
  site.set('/help/b', scriptedPage('Sails', [], canonical('/help/private')))
  site.set('/help/c', scriptedPage('Ropes', [], canonical('/help')))
  expect((await read(await addSite())).outcomes).toEqual({
    '/help': 'new',
    '/help/a': 'new',
    '/help/b': 'new',
    '/help/c': 'duplicate: /help',
    '/help/missing': 'failed: The page answered with status 404.',
    '/help/private': "skipped: The website's robots.txt does not allow this page.",
  })
})

test('a page that cannot be read again is a knowledge issue until it is read', async () => {
  site.set('/help', scriptedPage('Boats'))
  const reading = await addSite()
  await read(reading)
  await useAll(reading)
  const { owner, agent } = reading
  const listFindings = async (): Promise<FindingList> => {
    await inspectKnowledge(fixtures, owner, agent.split('/')[3] ?? '')
    return owner.get('GET', `${agent}/findings?kind=failed_refresh`)
  }
  expect((await listFindings()).findings).toEqual([])

  site.set('/help', { headers: { 'content-type': 'image/png' }, body: 'x' })
  await read(reading)
  const reason = 'The address does not lead to a web page.'
  expect(await waitForItems(reading.owner, reading.agent)).toMatchObject([
    { status: 'embedded', error: reason },
  ])
  expect((await listFindings()).findings).toHaveLength(1)

  site.set('/help', scriptedPage('Boats'))
  expect((await read(reading)).outcomes).toEqual({ '/help': 'unchanged' })
  expect(await waitForItems(reading.owner, reading.agent)).toMatchObject([
    { status: 'embedded', error: null, failedAt: null },
  ])
  expect((await listFindings()).findings).toEqual([])
})

test('a page of a website is refreshed with the website only, and embedded again without reading it', async () => {
  site.set('/help', scriptedPage('Boats'))
  const reading = await addSite()
  const { owner, agent } = reading
  await read(reading)
  const [item] = await useAll(reading)
  const path = `${agent}/kb/${item?.id}`
  const requestCount = site.requests.length
  const message = 'This page is read with its website. Refresh the website instead.'
  const refusal = { status: 409, body: { message } }
  expect(await owner.call('PATCH', path, { refresh: 'daily' })).toMatchObject(refusal)
  expect(await owner.call('POST', `${path}/fetch`)).toMatchObject(refusal)

  const { text } = await owner.get('GET', `${path}/text`)
  await owner.get('PATCH', path, { title: 'Our boats' })
  expect(await owner.get('PATCH', `${path}/embedded`)).toEqual({ status: 'embedded', error: null })
  expect(await waitForItems(reading.owner, reading.agent)).toMatchObject([
    { title: 'Our boats', fetchedAt: item?.fetchedAt },
  ])
  await owner.get('PATCH', path, { title: null })
  expect(await waitForItems(reading.owner, reading.agent)).toMatchObject([
    { title: 'Boats', status: 'embedded', error: null },
  ])
  expect(await owner.get('GET', `${path}/text`)).toEqual({ text })
  expect(site.requests).toHaveLength(requestCount)
})

const numbers = (count: number) => Array.from({ length: count }, (_, index) => index)

/** A website whose pages are all used. Returns their paths. */
async function addUsedSite(pageCount: number, more: object = {}): Promise<Reading & { paths: string[] }> {
  const paths = numbers(pageCount).map((index) => `/help/page-${index}`)
  for (const [index, path] of paths.entries()) site.set(path, scriptedPage(`Boat ${index}`))
  site.set('/help', scriptedPage('Start', paths))
  const reading = await addSite({}, more)
  await read(reading)
  await useAll(reading)
  return { ...reading, paths }
}

test('a page that is gone leaves the answers to visitors like other changes of a refresh', {
  tags: 'full',
}, async () => {
  const { paths, ...reading } = await addUsedSite(4)
  const { owner, agent, path } = reading
  const getAnswers = () => owner.get('GET', agent.replace('/agent', '/answers'))
  await owner.get('PATCH', path, { asksBeforePublish: true })
  expect(await getAnswers()).toMatchObject({ status: 'live', changes: 0 })
  site.remove(paths[0] ?? '')
  expect((await read(reading)).run.counts).toMatchObject({ missing: 1, removed: 0 })
  expect((await read(reading)).run.counts).toMatchObject({ missing: 0, removed: 1 })
  expect(await waitForItems(reading.owner, reading.agent)).toHaveLength(4)
  expect(await getAnswers()).toMatchObject({ status: 'waiting', changes: 1 })

  // A person's removal does not wait.
  const [item] = await waitForItems(reading.owner, reading.agent)
  await owner.get('DELETE', `${agent}/kb/${item?.id}`)
  expect(await getAnswers()).toMatchObject({ status: 'waiting', changes: 1 })
})

test('a run that would remove a large part of a website removes nothing, and says so', async () => {
  const { paths, ...reading } = await addUsedSite(8)
  const [first, second, third] = paths
  for (const path of [first, second]) site.remove(path ?? '')
  await read(reading)
  site.remove(third ?? '')
  // Two pages are few, and one is missing for the first time.
  const few = (await read(reading)).run
  expect(few).toMatchObject({ notes: [], counts: { removed: 2, missing: 1 } })
  for (const path of paths.slice(3, 6)) site.remove(path)
  await read(reading)
  const refused = (await read(reading)).run
  expect(refused).toMatchObject({ status: 'completed', counts: { removed: 0, missing: 3 } })
  expect(refused.notes.join()).toContain('3 of 6 pages were missing twice in a row.')
  expect(await waitForItems(reading.owner, reading.agent)).toHaveLength(6)
})

test('links of unchanged pages are followed after a limited run and under wider settings', {
  tags: 'full',
}, async () => {
  site.set('/help', scriptedPage('Start', ['/help/a', '/help/b', '/help/c']))
  for (const one of ['a', 'b', 'c']) site.set(`/help/${one}`, scriptedPage(`Boat ${one}`))
  const reading = await addSite({ exclude: ['/help/c'] }, { limits: { maxPages: 2 } })
  const { owner, path } = reading
  const countConditional = () => site.requests.filter(({ isConditional }) => isConditional).length
  expect((await read(reading)).run).toMatchObject({ isLimited: true, counts: { new: 2 } })
  await read(reading)
  expect(countConditional()).toBe(0)

  await owner.get('PATCH', path, { limits: { maxPages: 9 } })
  expect((await read(reading)).run).toMatchObject({ isLimited: false, counts: { new: 1, unchanged: 2 } })
  await owner.get('PATCH', path, { name: 'Boats', config: { exclude: ['/help/c'] } })
  await read(reading)
  expect(countConditional()).toBe(3)

  await owner.get('PATCH', path, { config: { exclude: [] } })
  expect((await read(reading)).run.counts).toMatchObject({ new: 1, unchanged: 3 })
})

test('the item of a page that has moved for good follows it', async () => {
  const { paths, ...reading } = await addUsedSite(4)
  const { owner, agent } = reading
  const [first = '', second = '', third = '', fourth = ''] = paths
  const before = (await waitForItems(reading.owner, reading.agent)).length
  site.set(first, { status: 301, headers: { location: '/help/moved' } })
  site.set('/help/moved', scriptedPage('Boat 0'))
  // A temporary redirect, and one to a page that is in use, are pages that are gone.
  site.set(second, { status: 302, headers: { location: '/help/other' } })
  site.set('/help/other', scriptedPage('Maintenance'))
  site.set(third, { status: 301, headers: { location: fourth } })
  expect((await read(reading)).outcomes).toMatchObject({
    [first]: 'redirected: /help/moved',
    '/help/moved': 'unchanged',
    [second]: 'missing: /help/other',
    [third]: `missing: ${fourth}`,
    [fourth]: 'unchanged',
  })
  const items = await waitForItems(reading.owner, reading.agent)
  expect(items).toHaveLength(before)
  expect(items.map(({ sourceUrl }) => sourceUrl?.replace(site.origin, '')).toSorted()).toEqual(
    ['/help', '/help/moved', second, third, fourth].toSorted(),
  )
  expect(await owner.get('GET', agent.replace('/agent', '/answers'))).toMatchObject({ changes: 0 })
  expect((await listCited(reading)).filter((url) => url.endsWith(first))).toEqual([])
})

test('a page that was found at its new address before gets the item of the old one', {
  tags: 'full',
}, async () => {
  const { paths, ...reading } = await addUsedSite(1)
  const [first = ''] = paths
  site.set('/help', scriptedPage('Start', [first, '/help/moved']))
  site.set('/help/moved', scriptedPage('Boat 0, which is new'))
  await read(reading)
  site.set(first, { status: 301, headers: { location: '/help/moved' } })
  expect((await read(reading)).outcomes).toMatchObject({ [first]: 'redirected: /help/moved' })
  const items = await waitForItems(reading.owner, reading.agent)
  expect(items.map(({ title }) => title).toSorted()).toEqual(['Boat 0, which is new', 'Start'])
  expect((await listPages(reading)).every(({ itemId }) => itemId !== null)).toBe(true)
})

test('a chain of redirects ends after five', { tags: 'full' }, async () => {
  for (const index of numbers(9))
    site.set(`/help/${index}`, { status: 302, headers: { location: `/help/${index + 1}` } })
  site.set('/help', scriptedPage('Start', ['/help/0', '/help/5']))
  site.set('/help/9', scriptedPage('End'))
  const { outcomes } = await read(await addSite())
  expect(outcomes).toMatchObject({
    '/help/0': 'redirected: /help/1',
    '/help/4': 'redirected: /help/5',
    '/help/8': 'redirected: /help/9',
    '/help/9': 'new',
  })
  site.set('/help', scriptedPage('Start', ['/help/0']))
  expect((await read(await addSite())).outcomes).toEqual({
    '/help': 'new',
    ...Object.fromEntries(numbers(5).map((index) => [`/help/${index}`, `redirected: /help/${index + 1}`])),
    '/help/5': 'failed: The page redirects too often.',
  })
})

test('new patterns reach pages that are in use, and leave the first page for its links', async () => {
  const { paths, ...reading } = await addUsedSite(6)
  const { owner, path } = reading
  const requestCount = site.requests.length
  await owner.get('PATCH', path, { config: { include: ['/help/page-0'] } })
  const { outcomes } = await read(reading)
  expect(outcomes['/help/page-1']).toBe('missing: This page is excluded by the settings of the website.')
  expect(outcomes).toMatchObject({ '/help': 'unchanged', '/help/page-0': 'unchanged' })
  // A person has left them out, so that many are removed.
  expect((await read(reading)).run).toMatchObject({ notes: [], counts: { removed: 5 } })
  expect((await waitForItems(reading.owner, reading.agent)).map(({ title }) => title).toSorted()).toEqual([
    'Boat 0',
    'Start',
  ])
  const requested = site.requests.slice(requestCount).map((one) => one.path)
  expect(paths.slice(1).filter((one) => requested.includes(one))).toEqual([])
})

test('a page that hangs delays no other, and one that drips fails alone', {
  tags: 'full',
}, async () => {
  const paths = numbers(40).map((index) => `/help/page-${index}`)
  for (const [index, path] of paths.entries()) site.set(path, scriptedPage(`Boat ${index}`))
  site.set('/help', scriptedPage('Start', ['/help/slow', '/help/hanging', '/help/dripping', ...paths]))
  // It answers once all other pages were requested.
  site.set('/help/slow', (request, response) => {
    const timer = setInterval(() => {
      const requested = new Set(site.requests.map(({ path }) => path))
      if (paths.every((path) => requested.has(path))) {
        clearInterval(timer)
        sendAnswer(request, response, scriptedPage('Slow'))
      }
    }, 20)
    response.once('close', () => clearInterval(timer))
  })
  site.set('/help/hanging', () => {})
  site.set('/help/dripping', (_, response) => {
    response.writeHead(200, { 'content-type': 'text/html' })
    const timer = setInterval(() => response.write('<p>drop'), 1000)
    response.once('close', () => clearInterval(timer))
  })
  const { run, outcomes } = await read(await addSite())
  expect(run).toMatchObject({ status: 'completed', counts: { new: 42, failed: 2 } })
  expect(site.requests.filter(({ path }) => path === '/help/slow')).toHaveLength(1)
  const reason = 'failed: The website took too long to answer.'
  expect(outcomes).toMatchObject({ '/help/slow': 'new', '/help/hanging': reason, '/help/dripping': reason })
})

test('a website that stops answering ends the run with the reason, and not every page is tried', {
  tags: 'full',
}, async () => {
  const paths = numbers(60).map((index) => `/help/page-${index}`)
  for (const path of paths) site.set(path, (_, response) => response.destroy())
  site.set('/help', scriptedPage('Start', paths))
  const { run } = await read(await addSite())
  expect(run).toMatchObject({
    status: 'failed',
    error: 'The website stopped answering, so the remaining pages were not read. Please try again later.',
    counts: { new: 1 },
  })
  expect(site.requests.length).toBeLessThan(20)
})

test('a website that lists sitemaps without end is read up to a limit, which is noted', {
  tags: 'full',
}, async () => {
  const nested = numbers(600).map(
    (index) => `<sitemap><loc>${site.origin}/nested-${index}.xml</loc></sitemap>`,
  )
  site.set('/sitemap.xml', { body: `<?xml version="1.0"?><sitemapindex>${nested.join('')}</sitemapindex>` })
  const { run } = await read(await addSite({ discovery: 'sitemap' }))
  expect(run).toMatchObject({ isLimited: true })
  expect(site.requests.filter(({ path }) => path.startsWith('/nested-'))).toHaveLength(499)
})

test('a sitemap that cannot be read any more is a failure of the run', {
  tags: 'full',
}, async () => {
  const sitemap = `<?xml version="1.0"?><urlset><url><loc>${site.origin}/help/boats</loc></url></urlset>`
  site.set('/sitemap.xml', { body: sitemap })
  site.set('/help/boats', scriptedPage('Boats'))
  const reading = await addSite({ discovery: 'sitemap' })
  expect(await read(reading)).toMatchObject({
    run: { counts: { found: 1, failed: 0 } },
    outcomes: { '/help/boats': 'new' },
  })
  site.remove('/sitemap.xml')
  expect(await read(reading)).toMatchObject({
    run: { status: 'completed', counts: { found: 2, unchanged: 1, failed: 1 } },
    outcomes: {
      '/sitemap.xml': 'failed: No sitemap was found. Follow links instead.',
      '/help/boats': 'unchanged',
    },
  })
})

test('links that are not followed because they look endless are noted', {
  tags: 'full',
}, async () => {
  const links = numbers(30).map((index) => `/help/list?page=${index}`)
  for (const path of links) site.set(path, scriptedPage(`List ${path}`))
  site.set('/help', scriptedPage('Start', links.slice(0, 20)))
  const reading = await addSite()
  expect((await read(reading)).run).toMatchObject({ notes: [], counts: { new: 21 } })
  site.set('/help', scriptedPage('Start', links))
  const { notes } = (await read(reading)).run
  expect(notes.join()).toContain('Some links were skipped because they look endless')
})

/** The addresses that answers name. */
async function listCited({ owner, agent }: Reading): Promise<string[]> {
  const rows = await fixtures.server.app.db.company(
    owner.data.company.id,
    (sql) => sql<{ url: string }>`
      select source_url as url from answer_entries where project_id = ${agent.split('/')[3]} and source_url is not null`,
  )
  return rows.map(({ url }) => url)
}
