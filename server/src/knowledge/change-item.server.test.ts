import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { KnowledgeItem } from '@aichat/contracts/ai/knowledge'
import type { KnowledgeContent, KnowledgeUse } from '@aichat/contracts/ai/knowledge-review'
import { beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import {
  addKnowledge,
  createFixtures,
  createPublishedProject,
  listMessages,
} from '../../test/fixtures/fixtures.ts'
import { type Person, signUp, waitUntil } from '../../test/kit/client.ts'
import { serverForThisTest } from '../../test/kit/server.ts'

const fixtures = createFixtures()
let owner: Person
let base: string
let projectId: string

beforeAll(async () => {
  owner = await fixtures.signUp()
  const project = await createPublishedProject(owner)
  projectId = project.id
  base = `/api/projects/${projectId}`
})

const add = (content: string) => addKnowledge(owner, projectId, content)
const read = async (id: string): Promise<KnowledgeItem> =>
  (await owner.get('GET', `${base}/agent/kb`)).find((item: KnowledgeItem) => item.id === id)
const ask = async (text: string): Promise<string> =>
  (await owner.get('POST', `${base}/test-chat`, { messages: [{ from: 'visitor', text }] })).message.text
const change = (id: string, body: object) => owner.call('PATCH', `${base}/agent/kb/${id}`, body)
const whenEmbedded = (id: string) =>
  waitUntil(
    () => read(id),
    ({ status, stage }) => status === 'embedded' && stage === null,
  )

describe('an item', () => {
  test('with a changed text is embedded again, and the second of two edits is refused', async () => {
    const id = await add('The rental of a kayak costs 20 euros a day.')
    const { revision } = await read(id)
    const edit = { content: 'The rental of a kayak costs 25 euros a day.', revision }
    const edited = await change(id, edit)
    expect(edited.status).toBe(200)
    expect(edited.body.data).toMatchObject({
      status: 'embedded',
      rawText: edit.content,
      title: edit.content,
      revision: revision + 1,
    })
    expect((await change(id, { ...edit, content: 'Free.' })).status).toBe(409)
    await whenEmbedded(id)
    expect(await ask('How much does the rental of a kayak cost?')).toContain('25 euros')
    const { text, chunks }: KnowledgeContent = await owner.get('GET', `${base}/agent/kb/${id}/content`)
    expect(text).toBe(edit.content)
    expect(chunks).toMatchObject([{ position: 0, headings: [], body: edit.content, start: 0 }])
    const { events } = await owner.get('GET', '/api/audit?action=knowledge_changed')
    expect(events[0].subject.changes).toEqual(
      expect.arrayContaining([expect.objectContaining({ field: 'rawText', to: edit.content })]),
    )
  })

  test('is renamed at once, keeps its title when it is embedded again, and gets its own title back', async () => {
    const id = await add('Paddles are included.\nLife jackets too.')
    const renamed = await change(id, { title: 'Equipment' })
    expect(renamed.body.data).toMatchObject({ title: 'Equipment', hasCustomTitle: true, stage: null })
    expect(await ask('equipment')).toContain('Paddles')
    await owner.get('PATCH', `${base}/agent/kb/${id}/embedded`)
    expect(await read(id)).toMatchObject({ title: 'Equipment', chunks: 1 })
    await change(id, { title: null })
    await whenEmbedded(id)
    expect(await read(id)).toMatchObject({ title: 'Paddles are included.', hasCustomTitle: false })
  })

  test('has the title with which it was added, and the first line of its text otherwise', async () => {
    const draft = { type: 'manual', content: '# Equipment\n\nPaddles are included.' }
    const added = await owner.get('POST', `${base}/agent/kb`, { ...draft, title: 'What you get' })
    expect(added).toMatchObject({ title: 'What you get', hasCustomTitle: true })
    await owner.get('PATCH', `${base}/agent/kb/${added.id}/embedded`)
    expect(await whenEmbedded(added.id)).toMatchObject({ title: 'What you get' })
    for (const title of [undefined, null, ' '])
      expect(await owner.get('POST', `${base}/agent/kb`, { ...draft, title })).toMatchObject({
        title: 'Equipment',
        hasCustomTitle: false,
      })
    const tooLong = await owner.call('POST', `${base}/agent/kb`, { ...draft, title: 'x'.repeat(201) })
    expect(tooLong.status).toBe(400)
  })

  test('that is disabled changes answers like a deleted one, until it is enabled', async () => {
    const id = await add('Dogs may ride in a canoe for a surcharge of 7 euros.')
    const counts = () =>
      fixtures.server.app.db.company(
        owner.data.company.id,
        (sql) =>
          sql<{ word: string; chunk_count: number }>`
            select word, chunk_count from knowledge_word_counts where project_id = ${projectId} order by word`,
      )
    const before = await counts()
    expect(await ask('What is the surcharge for dogs?')).toContain('7 euros')
    expect((await change(id, { isEnabled: false })).body.data).toMatchObject({
      status: 'embedded',
      isEnabled: false,
    })
    expect(await ask('What is the surcharge for dogs?')).not.toContain('7 euros')
    const without = await counts()
    expect(without.map(({ word }) => word)).not.toContain('surcharg')
    // Also after it is read again.
    await owner.get('PATCH', `${base}/agent/kb/${id}/embedded`)
    expect(await counts()).toEqual(without)
    await change(id, { isEnabled: true })
    expect(await counts()).toEqual(before)
    expect(await ask('What is the surcharge for dogs?')).toContain('7 euros')
    await change(id, { isEnabled: false })
    await owner.get('DELETE', `${base}/agent/kb/${id}`)
    expect(await counts()).toEqual(without)
  })

  test('with a language answers only questions in that language', async () => {
    const id = await add('Ein Bootsführerschein kostet bei uns 390 Euro.')
    await change(id, { questionLanguage: 'de' })
    expect(await ask('Was kostet ein Bootsführerschein?')).toContain('390')
    expect(await ask('How much does a Bootsführerschein cost?')).not.toContain('390')
    await change(id, { questionLanguage: null })
    expect(await ask('How much does a Bootsführerschein cost?')).toContain('390')
    expect((await change(id, { questionLanguage: 'klingon' })).status).toBe(400)
  })

  test('lists the conversations in which its chunks were quoted', async () => {
    const id = await add(
      '# Storage\n\nSurfboards are stored in hall 4.\n\n# Keys\n\nThe key of a locker is yellow.',
    )
    const project = await owner.get('GET', base)
    const { widgetConfigId, publicKey } = project
    await owner.get('PATCH', `/api/widget/${widgetConfigId}`, { agent: { autoReply: true } })
    await owner.get('POST', `${base}/publish`, {})
    const visitor = await fixtures.visitor(publicKey)
    const line = await visitor.connect()
    const question = 'What color is the key of a locker? And in which hall are surfboards stored?'
    const { session } = await line.send('message:send', { text: question, clientId: 'key' })
    await waitUntil(
      () => listMessages(owner, session.sessionId),
      (messages) => messages.some(({ isAi }) => isAi),
    )
    const uses: KnowledgeUse[] = await owner.get('GET', `${base}/agent/kb/${id}/uses`)
    expect(uses).toMatchObject([
      { sessionId: session.sessionId, question, outcome: 'answered', positions: [0, 1] },
    ])
    expect(uses[0]?.quotes.join(' ')).toMatch(/yellow.*hall 4/)
    // Two passages of one reply count once.
    const { since, counts } = await owner.get('GET', `${base}/agent/kb/use-counts`)
    expect(counts).toEqual([{ itemId: id, count: 1 }])
    expect(Date.now() - Date.parse(since)).toBeGreaterThan(29 * 24 * 60 * 60 * 1000)
  })

  test('of another type or with another change is refused', async () => {
    const page = await owner.get('POST', `${base}/agent/kb`, { type: 'url', url: 'https://example.com/' })
    expect((await change(page.id, { content: 'Hello' })).status).toBe(409)
    expect((await change(page.id, {})).status).toBe(400)
    expect((await change(page.id, { title: '' })).status).toBe(400)
    expect((await change(page.id, { title: 'Home' })).body.data).toMatchObject({ title: 'Home', chunks: 0 })
  })
})

describe('a bulk action', () => {
  test('embeds, disables, enables and deletes items of its project, and no others', async () => {
    const otherOwner = await fixtures.signUp('other')
    const foreign = await addKnowledge(
      otherOwner,
      (await createPublishedProject(otherOwner)).id,
      'We are elsewhere.',
    )
    const project = await createPublishedProject(owner)
    const kb = `/api/projects/${project.id}/agent/kb`
    const items: KnowledgeItem[] = await Promise.all(
      ['One.', 'Two.', 'Three.'].map((content) => owner.get('POST', kb, { type: 'manual', content })),
    )
    const itemIds = [...items.map(({ id }) => id), foreign, 'not-an-id']
    const list = (): Promise<KnowledgeItem[]> => owner.get('GET', kb)
    const act = (action: string) => owner.get('POST', `${kb}/bulk`, { action, itemIds })
    expect(await act('embed')).toEqual({ changed: 3 })
    await waitUntil(list, (all) => all.every(({ status, stage }) => status === 'embedded' && !stage))
    expect(await act('disable')).toEqual({ changed: 3 })
    expect(await act('disable')).toEqual({ changed: 0 })
    expect((await list()).map(({ isEnabled }) => isEnabled)).toEqual([false, false, false])
    expect(await act('enable')).toEqual({ changed: 3 })
    const agent = await fixtures.joined(owner, 'Agent')
    expect((await agent.call('POST', `${kb}/bulk-delete`, { itemIds })).status).toBe(403)
    expect(await owner.get('POST', `${kb}/bulk-delete`, { itemIds })).toEqual({ changed: 3 })
    expect(await list()).toEqual([])
    for (const body of [{ itemIds: [] }, { itemIds: 'all' }, {}])
      expect((await owner.call('POST', `${kb}/bulk-delete`, body)).status).toBe(400)
    const { events } = await owner.get('GET', '/api/audit?action=knowledge_deleted')
    expect(
      events
        .slice(0, 3)
        .map(({ subject }: { subject: { id: string } }) => subject.id)
        .toSorted(),
    ).toEqual(items.map(({ id }) => id).toSorted())
    expect(events[0].subject).not.toHaveProperty('changes')
    const { events: changed } = await owner.get('GET', '/api/audit?action=knowledge_changed')
    expect(changed.slice(0, 6).map(({ subject }: { subject: object }) => subject)).toMatchObject([
      ...Array(3).fill({ changes: [{ field: 'isEnabled', from: 'false', to: 'true' }] }),
      ...Array(3).fill({ changes: [{ field: 'isEnabled', from: 'true', to: 'false' }] }),
    ])
  })

  test('embeds more pages than the hourly limit, one after another', { tags: 'full' }, async () => {
    const fetchedAt: number[] = []
    const website = createServer((_, response) => {
      fetchedAt.push(Date.now())
      response.setHeader('content-type', 'text/plain').end('Canoes are boats.')
    })
    await new Promise<void>((resolve) => website.listen(0, '127.0.0.1', resolve))
    onTestFinished(() => void website.close())
    const host = `127.0.0.1:${(website.address() as AddressInfo).port}`
    // 60 fetched pages an hour become one.
    const server = await serverForThisTest({ limitScale: 1 / 60, fetchAllow: [host] })
    const person = await signUp(server.url, 'acme')
    const { id } = await person.get('POST', '/api/projects', { name: 'Shop' })
    const kb = `/api/projects/${id}/agent/kb`
    const itemIds: string[] = []
    for (const path of ['a', 'b'])
      itemIds.push((await person.get('POST', kb, { type: 'url', url: `http://${host}/${path}` })).id)
    const list = (): Promise<KnowledgeItem[]> => person.get('GET', kb)
    expect(await person.get('POST', `${kb}/bulk`, { action: 'embed', itemIds })).toEqual({ changed: 2 })
    await waitUntil(list, (all) => all.every(({ status, stage }) => status === 'embedded' && !stage))
    expect(fetchedAt).toHaveLength(2)
    expect((fetchedAt[1] ?? 0) - (fetchedAt[0] ?? 0)).toBeGreaterThan(500)
    expect((await person.call('POST', `${kb}/${itemIds[0]}/fetch`)).status).toBe(429)
  })
})
