import type { PageOutcome, RunPage, Source, SourcePage, SourceRun } from '@aichat/contracts/ai/sources'
import { afterAll, describe, expect, test } from 'vitest'
import { zipOf } from '../../test/code/documents.ts'
import { createPrivateFixtures, createPublishedProject } from '../../test/fixtures/fixtures.ts'
import { createGeneratedSite } from '../../test/fixtures/generated-site.ts'
import { waitForItems, waitForRun } from '../../test/fixtures/sources.ts'
import type { Person } from '../../test/kit/client.ts'
import { upload } from '../../test/kit/client.ts'
import { findSource } from './store.ts'

const topicCount = 24
const site = await createGeneratedSite(topicCount)
afterAll(() => site.close())
/** More than the request itself removes. */
const manyPages = 1200
const fixtures = createPrivateFixtures({ fetchAllow: [site.host], crawlRequestsPerSecond: 100 })

const origin = new URL(site.url).origin

async function addProject(owner: Person): Promise<string> {
  return `/api/projects/${(await createPublishedProject(owner)).id}/agent`
}

function addSite(owner: Person, agent: string, config: object = {}, more: object = {}): Promise<Source> {
  return owner.get('POST', `${agent}/sources`, {
    kind: 'site',
    config: { url: site.url, discovery: 'links', ...config },
    ...more,
  })
}

async function readSite(owner: Person, path: string): Promise<SourceRun> {
  await owner.get('POST', `${path}/runs`)
  return waitForRun(owner, path)
}

async function listAll<Row>(owner: Person, path: string): Promise<Row[]> {
  const rows: Row[] = []
  for (let cursor = ''; ; ) {
    const page = await owner.get('GET', `${path}${path.includes('?') ? '&' : '?'}limit=50${cursor}`)
    rows.push(...page.pages)
    if (!page.nextCursor) return rows
    cursor = `&cursor=${encodeURIComponent(page.nextCursor)}`
  }
}

const listPages = (owner: Person, path: string) => listAll<SourcePage>(owner, `${path}/pages`)
const listRunPages = (owner: Person, path: string, run: SourceRun, outcome?: PageOutcome) =>
  listAll<RunPage>(owner, `${path}/runs/${run.id}/pages${outcome ? `?outcome=${outcome}` : ''}`)

async function embedAll(owner: Person, agent: string, path: string): Promise<SourcePage[]> {
  const pages = await listPages(owner, path)
  await owner.get('POST', `${path}/pages/embed`, { pageIds: pages.map(({ id }) => id) })
  await waitForItems(owner, agent)
  return listPages(owner, path)
}

async function ask(owner: Person, agent: string, text: string): Promise<string> {
  const { message } = await owner.get('POST', agent.replace('/agent', '/test-chat'), {
    messages: [{ from: 'visitor', text }],
  })
  return message.text
}

describe('a website', () => {
  test('is found by its links, without what it does not allow, traps and other websites', async () => {
    const owner = await fixtures.signUp()
    const agent = await addProject(owner)
    const source = await addSite(owner, agent)
    expect(source).toMatchObject({ kind: 'site', name: site.host, lastRun: null, schedule: 'off' })
    const path = `${agent}/sources/${source.id}`
    const line = await owner.connect()
    const run = await readSite(owner, path)
    expect(run).toMatchObject({ status: 'completed', error: null, counts: { remaining: 0 } })

    const rows = new Map((await listRunPages(owner, path, run)).map((row) => [row.url, row]))
    const outcomeOf = (one: string) => {
      const { outcome, reason } = rows.get(`${origin}${one}`) ?? { outcome: null, reason: 'not listed' }
      return [outcome, reason]
    }
    expect(outcomeOf('/help/private/prices')).toEqual([
      'skipped',
      "The website's robots.txt does not allow this page.",
    ])
    const noindex = 'The page asks not to be indexed (noindex).'
    expect(outcomeOf('/help/hidden')).toEqual(['skipped', noindex])
    expect(outcomeOf('/help/header-hidden')).toEqual(['skipped', noindex])
    expect(outcomeOf('/help/found-through-hidden')[0]).toBe('new')
    expect(outcomeOf('/help/away')).toEqual(['failed', 'The page redirects to another website.'])
    expect(outcomeOf('/help/inside')).toEqual(['failed', 'The page redirects to another website.'])
    expect(outcomeOf('/help/broken')).toEqual([
      'failed',
      'The page redirects to an address that is not valid.',
    ])
    expect(outcomeOf('/help/itself')).toEqual(['failed', 'The page redirects to itself.'])
    expect(outcomeOf('/help/missing')).toEqual(['failed', 'The page answered with status 404.'])
    expect(outcomeOf('/help/failing')).toEqual(['failed', 'The page answered with status 500.'])
    expect(outcomeOf('/help/busy')[0]).toBe('new')
    expect(outcomeOf('/help/empty')).toEqual(['failed', 'No text was found.'])
    expect(outcomeOf('/help/copy')).toEqual(['duplicate', `${origin}/help/original`])
    expect(outcomeOf('/help/original')[0]).toBe('new')
    for (const one of ['/about', '/help/not-followed']) expect(outcomeOf(one)).toEqual([null, 'not listed'])
    for (let index = 0; index < topicCount; index++) expect(outcomeOf(site.pathOf(index))[0]).toBe('new')

    // Endless pages are followed for a while only.
    const count = (part: string) => [...rows.keys()].filter((url) => url.includes(part)).length
    expect(count('/calendar/')).toBeLessThanOrEqual(40)
    expect(count('/filter')).toBeLessThanOrEqual(20)
    expect(count('/loop/')).toBeLessThanOrEqual(2)
    expect(site.requests.filter(({ path: one }) => /private|not-followed|about/.test(one))).toEqual([])
    // Fragments, sessions and campaigns are no pages of their own.
    expect([...rows.keys()].filter((url) => /#|utm_|sid=/.test(url))).toEqual([])

    const events = line.received.filter(({ event }) => event === 'source:updated')
    expect(events.at(-1)?.data).toMatchObject({ sourceId: source.id, run: { status: 'completed' } })
    expect(events.length).toBeGreaterThan(2)
    expect((await owner.get('GET', path)).pages).toMatchObject({ used: 0, new: run.counts.new })
  })

  test('is reviewed, embedded without reading it again, and refreshed at the cost of what changed', async () => {
    const owner = await fixtures.signUp()
    const agent = await addProject(owner)
    const config = { exclude: ['*/calendar/*', '*/filter*', '*/loop/*', '*/failing', '*/busy'] }
    const source = await addSite(owner, agent, config)
    const path = `${agent}/sources/${source.id}`
    await readSite(owner, path)
    expect(await owner.get('GET', `${agent}/kb`)).toEqual([])
    const german = (await listPages(owner, path)).find(({ url }) => url.endsWith('/german'))
    expect(german).toMatchObject({ title: 'Segel', language: 'de', itemId: null })
    expect(german?.excerpt).toContain('Eine Seite über Segel')

    const before = site.requests.length
    const used = await embedAll(owner, agent, path)
    expect(site.requests.length).toBe(before)
    expect(used.every(({ itemStatus }) => itemStatus === 'embedded')).toBe(true)
    expect(await ask(owner, agent, 'What does the boat Marlin7 cost?')).toContain('1007 euros')
    const items = await owner.get('GET', `${agent}/kb`)
    expect(items[0]).toMatchObject({ type: 'url', sourceId: source.id, status: 'embedded' })
    expect((await owner.get('GET', path)).pages).toMatchObject({ used: used.length, pending: 0 })
    expect(await countPendingOf(owner, agent, source, used[0]?.itemId)).toBe(1)
    const storedBefore = await storedTexts(owner, used)
    expect(await countAudited(owner, 'source_pages_added')).toBe(1)

    // Nothing changed: conditional requests, no version, no run of an item.
    const second = await readSite(owner, path)
    expect(second.counts).toMatchObject({ new: 0, changed: 0, removed: 0, unchanged: used.length })
    const requested = site.requests.slice(before)
    expect(requested.filter(({ status }) => status === 200).map((one) => one.path)).toEqual([])
    expect(await storedTexts(owner, used)).toEqual(storedBefore)

    site.change(7, 'The boat named Marlin7 now costs 4444 euros, because it has a motor.')
    site.remove(8)
    const added = site.add()
    const third = await readSite(owner, path)
    expect(third.counts).toMatchObject({ new: 1, changed: 2, missing: 1, removed: 0 })
    expect((await listRunPages(owner, path, third, 'missing')).map(({ url }) => url)).toEqual([
      `${origin}${site.pathOf(8)}`,
    ])
    await waitForItems(owner, agent)
    expect(await ask(owner, agent, 'What does the boat Marlin7 cost?')).toContain('4444 euros')
    // A page that is missing once is still used, and a new one waits to be chosen.
    expect(await ask(owner, agent, 'What does the boat Marlin8 cost?')).toContain('1008 euros')
    const offered = await listAll<SourcePage>(owner, `${path}/pages?use=new`)
    expect(offered.map(({ url }) => url)).toEqual([`${origin}${site.pathOf(added)}`])
    const pageIds = offered.map(({ id }) => id)
    const act = (action: string) => owner.get('POST', `${path}/pages/${action}`, { pageIds })
    expect(await act('ignore')).toEqual({ changed: 1 })
    expect(await act('ignore')).toEqual({ changed: 0 })

    const fourth = await readSite(owner, path)
    expect((await owner.get('GET', path)).pages).toMatchObject({ new: 0, ignored: 1 })
    expect(await listAll<SourcePage>(owner, `${path}/pages?use=new`)).toEqual([])
    expect(await listAll<SourcePage>(owner, `${path}/pages?use=ignored`)).toMatchObject([
      { id: pageIds[0], isIgnored: true },
    ])
    expect(await act('unignore')).toEqual({ changed: 1 })
    expect(await listAll<SourcePage>(owner, `${path}/pages?use=new`)).toMatchObject([{ isIgnored: false }])
    // A page that is added to the knowledge is not ignored any more, and a used page cannot be ignored.
    await act('ignore')
    expect(await act('embed')).toEqual({ added: 1 })
    expect(await act('ignore')).toEqual({ changed: 0 })
    expect((await owner.get('GET', path)).pages).toMatchObject({ new: 0, ignored: 0 })
    for (const action of ['source_pages_ignored', 'source_pages_restored'])
      expect(await countAudited(owner, action)).toBeGreaterThan(0)
    expect(fourth.counts).toMatchObject({ changed: 0, missing: 0, removed: 1 })
    expect((await listRunPages(owner, path, fourth, 'removed')).map(({ reason }) => reason)).toEqual([
      'The page answered with status 404.',
    ])
    expect(await ask(owner, agent, 'What does the boat Marlin8 cost?')).not.toContain('1008')
    expect(await owner.get('GET', `${path}/runs`)).toHaveLength(4)

    const answers = () => owner.get('GET', agent.replace('/agent', '/answers'))
    expect(await answers()).toMatchObject({ status: 'live', changes: 0 })
    await owner.get('PATCH', path, { asksBeforePublish: true })
    site.change(9, 'The boat named Marlin9 now costs 5555 euros, because it has a cabin.')
    await readSite(owner, path)
    await waitForItems(owner, agent)
    expect(await answers()).toMatchObject({ status: 'waiting', changes: 1 })

    await owner.get('DELETE', path)
    expect((await owner.call('GET', path)).status).toBe(404)
    expect(await owner.get('GET', `${agent}/kb`)).toEqual([])
  })

  test('is found through robots.txt, a sitemap index, a compressed and a news sitemap', async () => {
    const owner = await fixtures.signUp()
    const agent = await addProject(owner)
    const source = await addSite(owner, agent, { discovery: 'sitemap', include: ['*/section-*', '/help/g*'] })
    const path = `${agent}/sources/${source.id}`
    const run = await readSite(owner, path)
    expect(run).toMatchObject({ status: 'completed' })
    const pages = await listPages(owner, path)
    expect(pages.length).toBeGreaterThanOrEqual(topicCount)
    expect(pages.find(({ url }) => url.endsWith('/german'))).toMatchObject({ language: 'de' })
    expect(pages.filter(({ url }) => !url.startsWith(`${origin}/help/`))).toEqual([])
  })

  test('stops, resumes where it was, and keeps to the limit of pages', async () => {
    const owner = await fixtures.signUp()
    const agent = await addProject(owner)
    const config = { include: ['/help/', '*/section-*'] }
    const source = await addSite(owner, agent, config, { limits: { maxPages: 20 } })
    const path = `${agent}/sources/${source.id}`
    const before = site.requests.length
    const answerRequests = site.pause()
    const run: SourceRun = await owner.get('POST', `${path}/runs`)
    expect((await owner.call('POST', `${path}/runs`)).status).toBe(409)
    const stopped: SourceRun = await owner.get('POST', `${path}/runs/${run.id}/stop`)
    expect(stopped.status).toBe('stopped')
    expect((await owner.call('POST', `${path}/runs/${run.id}/stop`)).status).toBe(409)
    answerRequests()
    const resumed: SourceRun = await owner.get('POST', `${path}/runs/${run.id}/resume`)
    expect(resumed).toMatchObject({ id: run.id, status: 'running' })
    const end = await waitForRun(owner, path)
    expect(end).toMatchObject({ status: 'completed', isLimited: true, counts: { found: 20, remaining: 0 } })
    // Only the round that was stopped is requested again.
    const paths = site.requests.slice(before).map((one) => one.path)
    expect(paths.length - new Set(paths).size).toBeLessThanOrEqual(20)
    expect((await owner.call('POST', `${path}/runs/${run.id}/resume`)).status).toBe(409)
    expect(await countAudited(owner, 'source_run_started')).toBe(2)
    expect(await countAudited(owner, 'source_run_stopped')).toBe(1)
  })

  test('that cannot be reached fails with the reason', { tags: 'full' }, async () => {
    const owner = await fixtures.signUp()
    const agent = await addProject(owner)
    for (const [url, error] of [
      ['http://10.0.0.1/', 'The address is not on the public web.'],
      ['http://127.0.0.1:22/', "Addresses with a port can't be read. Remove the port and try again."],
      ['http://nowhere.invalid/', 'The website could not be found.'],
      [`${origin}/elsewhere`, 'The page answered with status 404.'],
    ] as const) {
      const source = await addSite(owner, agent, { url })
      expect(await readSite(owner, `${agent}/sources/${source.id}`)).toMatchObject({
        status: 'failed',
        error,
      })
    }
    const unlisted = await addSite(owner, agent, { discovery: 'sitemap', sitemapUrl: `${origin}/none.xml` })
    expect(await readSite(owner, `${agent}/sources/${unlisted.id}`)).toMatchObject({
      status: 'failed',
      error: 'No sitemap was found. Follow links instead.',
    })
  })
})

async function countAudited(owner: Person, action: string): Promise<number> {
  return (await owner.get('GET', `/api/audit?action=${action}`)).events.length
}

/** When each version of each item was stored. */
/** The number of pending pages while this item is embedded again. The change of the item is visible in its transaction only. */
function countPendingOf(owner: Person, agent: string, source: Source, itemId: string | null | undefined) {
  const projectId = agent.split('/')[3] as string
  return fixtures.server.app.db.company(owner.data.company.id, async (sql) => {
    const setStage = (status: string, stage: string | null) =>
      sql`update knowledge_items set status = ${status}, stage = ${stage} where id = ${itemId ?? null}`
    await setStage('pending', 'waiting')
    const found = await findSource(sql, projectId, source.id)
    await setStage('embedded', null)
    return found?.pages.pending
  })
}

function storedTexts(owner: Person, pages: SourcePage[]) {
  const ids = pages.flatMap(({ itemId }) => itemId ?? [])
  return fixtures.server.app.db.company(
    owner.data.company.id,
    (sql) => sql`
      select item_id, version, created_at from knowledge_versions where item_id = any(${ids}::uuid[])
      order by item_id, version`,
  )
}

test('no answer uses a deleted source any more, however many pages it has', { tags: 'full' }, async () => {
  const owner = await fixtures.signUp()
  const agent = await addProject(owner)
  const source: Source = await owner.get('POST', `${agent}/sources`, { kind: 'archive', name: 'Handbook' })
  const companyId = owner.data.company.id
  const projectId = agent.split('/')[3] as string
  const inUse = () =>
    fixtures.server.app.db.company(
      companyId,
      (sql) => sql<{ count: number }>`
        select count(*)::int as count from answer_entries
        where project_id = ${projectId} and kind = 'item' and (is_live or is_draft)`,
    )
  await fixtures.server.app.db.company(companyId, async (sql) => {
    await sql`
      insert into knowledge_versions (company_id, project_id, item_id, version, content_hash, title, text, language, chunk_count)
      select ${companyId}, ${projectId}, md5(n::text)::uuid, 1, n::text, 'Page', 'A page.', 'english', 0
      from generate_series(1, ${manyPages}::int) n`
    await sql`
      insert into knowledge_items (id, company_id, project_id, source_id, type, status, title, version, content_hash, position)
      select md5(n::text)::uuid, ${companyId}, ${projectId}, ${source.id}, 'file', 'embedded', 'Page', 1, n::text, n
      from generate_series(1, ${manyPages}::int) n`
  })
  expect(await inUse()).toEqual([{ count: manyPages }])
  expect((await owner.call('DELETE', `${agent}/sources/${source.id}`)).status).toBe(200)
  expect(await inUse()).toEqual([{ count: 0 }])
})

describe('an archive', () => {
  function uploadArchive(owner: Person, path: string, files: Record<string, string>, name = 'help.zip') {
    const content = zipOf(Object.entries(files).map(([file, text]) => ({ name: file, content: text })))
    return upload(fixtures.server.url, `${path}/archive`, owner.tokens.accessToken, [{ name, content }])
  }

  test('of documents is read, and uploaded again to refresh', async () => {
    const owner = await fixtures.signUp()
    const agent = await addProject(owner)
    const source: Source = await owner.get('POST', `${agent}/sources`, { kind: 'archive', name: 'Handbook' })
    expect(source).toMatchObject({ kind: 'archive', config: null })
    const path = `${agent}/sources/${source.id}`
    expect((await owner.call('POST', `${path}/runs`)).status).toBe(409)
    const returns = '# Returns\n\nYou can return a kayak within 45 days of delivery.'
    const files = {
      'docs/returns.md': returns,
      'docs/paint.txt': 'The green paint of a kayak costs 15 euros per can.',
      'docs/empty.txt': ' \n ',
      'docs/picture.png': 'x',
      '__MACOSX/docs/._returns.md': 'x',
    }
    expect((await uploadArchive(owner, path, files)).status).toBe(201)
    const first = await waitForRun(owner, path)
    expect(first).toMatchObject({ status: 'completed', reason: 'upload' })
    expect(first.counts).toMatchObject({ new: 2, failed: 1 })
    expect((await listRunPages(owner, path, first, 'failed')).map(({ url }) => url)).toEqual([
      'docs/empty.txt',
    ])
    await embedAll(owner, agent, path)
    expect(await ask(owner, agent, 'How long can I return a kayak?')).toContain('45 days')
    expect(await countAudited(owner, 'source_run_started')).toBe(1)

    await uploadArchive(owner, path, {
      'docs/returns.md': returns.replace('45', '60'),
      'docs/new.md': 'A new page.',
    })
    const second = await waitForRun(owner, path)
    expect(second.counts).toMatchObject({ new: 1, changed: 1, missing: 1 })
    await waitForItems(owner, agent)
    expect(await ask(owner, agent, 'How long can I return a kayak?')).toContain('60 days')
    await uploadArchive(owner, path, { 'docs/returns.md': returns.replace('45', '60') })
    const third = await waitForRun(owner, path)
    expect(third.counts).toMatchObject({ unchanged: 1, removed: 1, missing: 1 })
    // An item of a document can be embedded again without its archive.
    const [item] = await owner.get('GET', `${agent}/kb`)
    expect(await owner.get('PATCH', `${agent}/kb/${item.id}/embedded`)).toEqual({
      status: 'embedded',
      error: null,
    })
  })

  test('that is none is refused', async () => {
    const owner = await fixtures.signUp()
    const agent = await addProject(owner)
    const source: Source = await owner.get('POST', `${agent}/sources`, { kind: 'archive', name: 'Handbook' })
    const path = `${agent}/sources/${source.id}`
    expect((await uploadArchive(owner, path, { 'a.md': 'x' }, 'help.rar')).body.message).toBe(
      'Only .zip archives are supported.',
    )
    const bomb = { 'a.txt': ' '.repeat(5_000_000) }
    expect((await uploadArchive(owner, path, bomb)).status).toBe(201)
    expect(await waitForRun(owner, path)).toMatchObject({
      status: 'failed',
      error: 'The file is too large when unpacked.',
    })
    const other = await addSite(owner, agent)
    expect((await uploadArchive(owner, `${agent}/sources/${other.id}`, { 'a.md': 'x' })).status).toBe(409)
  })
})

test('a website is read again when it is due', { tags: 'full' }, async () => {
  const owner = await fixtures.signUp()
  const agent = await addProject(owner)
  const config = { include: ['/help/', '/help/section-0/'] }
  const { id } = await addSite(owner, agent, config, { schedule: 'daily' })
  const path = `${agent}/sources/${id}`
  await fixtures.server.app.db.company(
    owner.data.company.id,
    (sql) => sql`update sources set next_run_at = now() - interval '1 minute' where id = ${id}`,
  )
  const due: Source = await owner.get('GET', path)
  expect(await waitForRun(owner, path)).toMatchObject({ reason: 'schedule', status: 'completed' })
  const { nextRunAt }: Source = await owner.get('GET', path)
  expect(Date.parse(nextRunAt ?? '') - Date.parse(due.nextRunAt ?? '')).toBeGreaterThan(23 * 3_600_000)
})

test('a source is changed field by field, and validated', async () => {
  const owner = await fixtures.signUp()
  const agent = await addProject(owner)
  const { id } = await addSite(owner, agent, { include: ['/help/*'] }, { schedule: 'daily' })
  const path = `${agent}/sources/${id}`
  const changed: Source = await owner.get('PATCH', path, {
    config: { exclude: ['/help/old/*'] },
    limits: { maxDepth: 2 },
    schedule: 'weekly',
  })
  expect(changed).toMatchObject({
    config: { url: site.url, include: ['/help/*'], exclude: ['/help/old/*'] },
    limits: { maxPages: 500, maxDepth: 2 },
    schedule: 'weekly',
  })
  expect(changed.nextRunAt).not.toBeNull()
  for (const body of [
    { limits: { maxPages: 0 } },
    { limits: { maxPages: 2001 } },
    { schedule: 'hourly' },
    { config: { include: Array.from({ length: 21 }, () => '/a') } },
    { config: { sitemapUrl: 'https://elsewhere.example.com/sitemap.xml' } },
    { name: '' },
  ])
    expect((await owner.call('PATCH', path, body)).status).toBe(400)
  expect(
    (await owner.call('POST', `${agent}/sources`, { kind: 'site', config: { url: 'help' } })).status,
  ).toBe(400)
  expect((await owner.call('POST', `${path}/pages/embed`, { pageIds: [] })).status).toBe(400)
  expect(await owner.get('POST', `${path}/pages/embed`, { pageIds: ['x', id] })).toEqual({ added: 0 })
})
