import type { Finding, FindingList } from '@aichat/contracts/ai/findings'
import { beforeEach, describe, expect, test } from 'vitest'
import {
  addFinding,
  addKnowledge,
  createFixtures,
  createPublishedProject,
  inspectKnowledge,
} from '../../test/fixtures/fixtures.ts'
import { type Person, waitUntil } from '../../test/kit/client.ts'

const fixtures = createFixtures()
let owner: Person
let projectId: string

beforeEach(async () => {
  owner = await fixtures.signUp()
  projectId = (await createPublishedProject(owner)).id
})

const base = () => `/api/projects/${projectId}/agent`
const inspect = () => inspectKnowledge(fixtures, owner, projectId)
const list = (query = ''): Promise<FindingList> => owner.get('GET', `${base()}/findings${query}`)
const dismiss = (id: string, isDismissed = true): Promise<Finding> =>
  owner.get('PATCH', `${base()}/findings/${id}`, { isDismissed })
const change = (itemId: string, body: object) => owner.get('PATCH', `${base()}/kb/${itemId}`, body)

describe('a contradiction', () => {
  test('shows both sentences with their figures, and disappears when one of them is corrected', async () => {
    const id = await addFinding(fixtures, owner, projectId)
    const { findings, counts, inspectedAt } = await list()
    expect(findings).toMatchObject([{ id, kind: 'contradiction', dismissedAt: null }])
    expect(counts).toEqual({ contradiction: 1, duplicate: 0, past_date: 0, failed_refresh: 0, dismissed: 0 })
    expect(inspectedAt).not.toBeNull()
    const shown = findings[0]?.passages.map(({ quote, highlights, title }) => ({
      title,
      figures: highlights.map(({ start, end }) => quote.slice(start, end)),
    }))
    expect(shown?.toSorted((a, b) => a.title.localeCompare(b.title))).toEqual([
      { title: 'Returns are possible within 14 days.', figures: ['14 days'] },
      { title: 'You can return an item within 30 days.', figures: ['30 days'] },
    ])
    const wrong = findings[0]?.passages.find(({ quote }) => quote.includes('14'))
    await change(wrong?.itemId ?? '', { content: 'Returns are possible within 30 days.' })
    await waitUntil(
      () => owner.get('GET', `${base()}/kb/${wrong?.itemId}/text`),
      ({ text }) => text.includes('30'),
    )
    await inspect()
    expect((await list()).findings).toEqual([])
  })

  test('disappears with a disabled item, and at once with a deleted one', async () => {
    await addFinding(fixtures, owner, projectId)
    const itemId = (await list()).findings[0]?.passages[0]?.itemId ?? ''
    await change(itemId, { isEnabled: false })
    await inspect()
    expect((await list()).findings).toEqual([])
    await change(itemId, { isEnabled: true })
    await inspect()
    expect((await list()).findings).toHaveLength(1)
    await owner.get('DELETE', `${base()}/kb/${itemId}`)
    expect((await list()).findings).toEqual([])
  })

  test('stays dismissed while its sentences stay, whatever else changes in the items', async () => {
    const id = await addFinding(fixtures, owner, projectId)
    expect((await dismiss(id)).dismissedAt).not.toBeNull()
    expect((await list()).counts).toMatchObject({ contradiction: 0, dismissed: 1 })
    const [first, second] = (await list('?status=dismissed')).findings[0]?.passages ?? []
    const edited = `${second?.quote}\nPlease keep the box.`
    await change(second?.itemId ?? '', { content: edited })
    await waitUntil(
      () => owner.get('GET', `${base()}/kb/${second?.itemId}/text`),
      ({ text }) => text.includes('box'),
    )
    // Not found for a while: it must still be dismissed afterwards.
    await change(first?.itemId ?? '', { isEnabled: false })
    await inspect()
    expect((await list('?status=dismissed')).findings).toEqual([])
    await change(first?.itemId ?? '', { isEnabled: true })
    await inspect()
    expect((await list()).findings).toEqual([])
    expect((await list('?status=dismissed')).findings).toMatchObject([{ id }])
    await dismiss(id, false)
    expect((await list()).findings).toMatchObject([{ id, dismissedAt: null }])
  })

  test('is a new finding when the dismissed sentence changes', async () => {
    const id = await addFinding(fixtures, owner, projectId)
    await dismiss(id)
    const [first] = (await list('?status=dismissed')).findings[0]?.passages ?? []
    await change(first?.itemId ?? '', { content: 'You can return an item within 60 days.' })
    await waitUntil(
      () => owner.get('GET', `${base()}/kb/${first?.itemId}/text`),
      ({ text }) => text.includes('60'),
    )
    await inspect()
    expect((await list()).findings).toMatchObject([{ kind: 'contradiction' }])
  })
})

test('a duplicate, a passed date and a page that failed are found, filtered and listed in pages', async () => {
  const duplicate =
    'Gift cards are sent by email right after payment. They can be redeemed for all products in our shop, and lost cards are not replaced.'
  await addKnowledge(owner, projectId, duplicate)
  await addKnowledge(owner, projectId, duplicate)
  await addKnowledge(owner, projectId, 'Our spring sale is valid until 30 April 2021.')
  const page = await owner.get('POST', `${base()}/kb`, { type: 'url', url: 'http://127.0.0.1:9/help' })
  await owner.call('PATCH', `${base()}/kb/${page.id}/embedded`)
  await waitUntil(
    () => owner.get('GET', `${base()}/kb`),
    (items: { id: string; error: string | null }[]) => items.some(({ error }) => error !== null),
  )
  await inspect()
  const { counts } = await list()
  expect(counts).toEqual({ contradiction: 0, duplicate: 1, past_date: 1, failed_refresh: 1, dismissed: 0 })
  const past = (await list('?kind=past_date')).findings
  expect(past.map(({ passages: [passage] }) => passage?.quote)).toEqual([
    'Our spring sale is valid until 30 April 2021.',
  ])
  const first = await list('?limit=2')
  const rest = await list(`?limit=2&cursor=${first.nextCursor}`)
  expect(rest.nextCursor).toBeNull()
  expect(new Set([...first.findings, ...rest.findings].map(({ id }) => id)).size).toBe(3)
})

test('a date without a year is the next one after the text was written', async () => {
  const twoDaysAgo = new Date(Date.now() - 2 * 24 * 60 * 60 * 1000)
  const shown = twoDaysAgo.toLocaleDateString('en', { day: 'numeric', month: 'long', timeZone: 'UTC' })
  await addKnowledge(owner, projectId, `Register for the open day until ${shown}.`)
  await inspect()
  expect((await list()).findings).toEqual([])
  await fixtures.server.app.db.company(
    owner.data.company.id,
    (sql) =>
      sql`update knowledge_versions set created_at = now() - interval '10 days' where project_id = ${projectId}`,
  )
  await inspect()
  expect((await list()).findings).toMatchObject([{ kind: 'past_date' }])
})

test('the job inspects ten seconds after a change, and publishes the number of findings', async () => {
  const line = await owner.connect()
  await addKnowledge(owner, projectId, 'You can return an item within 30 days.')
  await addKnowledge(owner, projectId, 'Returns are possible within 14 days.')
  const { db } = fixtures.server.app
  const [schedule] = await db.company(
    owner.data.company.id,
    (sql) => sql<{ seconds: number }>`
      select extract(epoch from due_at - now())::float8 as seconds from finding_schedules where project_id = ${projectId}`,
  )
  expect(schedule?.seconds).toBeGreaterThan(0)
  expect(schedule?.seconds).toBeLessThanOrEqual(10)
  await db.company(
    owner.data.company.id,
    (sql) =>
      sql`update finding_schedules set due_at = now() - interval '1 second' where project_id = ${projectId}`,
  )
  const { findings } = await waitUntil(
    () => list(),
    (seen) => seen.findings.length > 0,
  )
  expect(findings).toMatchObject([{ kind: 'contradiction' }])
  expect(await line.next('findings:updated')).toEqual({ projectId, openCount: 1 })
})
