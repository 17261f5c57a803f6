import { expect, test } from 'vitest'
import { addConversations } from '../../test/conversations.ts'
import { createFixtures, createPublishedProject, listSessions } from '../../test/fixtures.ts'

const fixtures = createFixtures()

test('a cached page shows every later change', async () => {
  const owner = await fixtures.signUp()
  const project = await createPublishedProject(owner)
  const visitor = await fixtures.visitor(project.publicKey)
  const line = await visitor.connect()
  const { session } = await line.send('message:send', { text: 'Is anybody there?', clientId: 'v1' })
  const shown = async () => (await listSessions(owner))[0]
  expect(await shown()).toMatchObject({ visitor: { name: null }, unreadCountAgent: 1, online: true })

  await line.send('attributes', { attributes: { plan: 'yearly' } })
  expect((await shown())?.visitor.attributes).toEqual({ plan: 'yearly' })
  await line.send('page', { pageUrl: 'https://example.com/prices' })
  expect((await shown())?.pageUrl).toBe('https://example.com/prices')
  await owner.get('PUT', `/api/projects/${project.id}`, { name: 'Renamed' })
  expect((await shown())?.projectId).toEqual({ _id: project.id, name: 'Renamed' })
  await line.send('feedback', { rating: 4, comment: 'Quick' })
  expect((await shown())?.rating).toEqual({ rating: 4, comment: 'Quick' })
  await line.send('message:send', { text: 'Hello?', clientId: 'v2' })
  expect(await shown()).toMatchObject({ lastMessage: 'Hello?', lastSeq: 3, unreadCountAgent: 2 })
  await owner.get('PATCH', `/api/sessions/${session.sessionId}/status`, { status: 'closed' })
  expect(await shown()).toMatchObject({ status: 'closed', online: false })
})

test('changes since a revision include visitor details and labels', async () => {
  const owner = await fixtures.signUp()
  const project = await createPublishedProject(owner)
  const visitor = await fixtures.visitor(project.publicKey)
  const line = await visitor.connect()
  const { session } = await line.send('message:send', { text: 'Is anybody there?', clientId: 'v1' })
  const path = `/api/sessions/${session.sessionId}/labels`
  const label = await owner.get('POST', '/api/labels', { name: 'Urgent', tone: 'bad' })
  await owner.get('PATCH', path, { labelId: label.id, isOn: true })
  const agentSocket = await owner.connect()
  let { rev } = await agentSocket.send('sync', { rev: null })
  const changes = [
    () => line.send('attributes', { attributes: { plan: 'yearly' } }),
    () => line.send('page', { pageUrl: 'https://example.com/prices' }),
    () => line.send('identify', { name: 'Ann' }),
    () => owner.get('DELETE', `/api/labels/${label.id}`),
  ]
  for (const change of changes) {
    await change()
    const answer = await agentSocket.send('sync', { rev })
    expect(answer.changed).toMatchObject([{ sessionId: session.sessionId }])
    rev = answer.rev
  }
})

test('a preview is cut before an emoji that does not fit', async () => {
  const owner = await fixtures.signUp()
  const project = await createPublishedProject(owner)
  const line = await (await fixtures.visitor(project.publicKey)).connect()
  await line.send('message:send', { text: `${'x'.repeat(199)}😀 and more`, clientId: 'v1' })
  expect((await listSessions(owner))[0]?.lastMessage).toBe('x'.repeat(199))
})

test('changes since an old revision are answered completely, page by page', async () => {
  const owner = await fixtures.signUp()
  const project = await createPublishedProject(owner)
  const agentSocket = await owner.connect()
  const { rev } = await agentSocket.send('sync', { rev: null })
  const sessionIds = await addConversations(fixtures.server, owner, project.id, 450)
  // One change of several conversations must not be split.
  await fixtures.server.app.db.company(
    owner.data.company.id,
    (sql) => sql`select increment_session_revisions(${sessionIds.slice(0, 30)}::uuid[])`,
  )
  const changed: string[] = []
  const pages: { rev: number; hasMore?: boolean }[] = []
  for (let next = rev, hasMore = true; hasMore; ) {
    const page = await agentSocket.send('sync', { rev: next })
    changed.push(...page.changed.map(({ sessionId }: { sessionId: string }) => sessionId))
    pages.push(page)
    next = page.rev
    hasMore = page.hasMore === true
  }
  expect(pages).toHaveLength(3)
  expect(changed).toEqual(
    [...sessionIds.slice(30), ...sessionIds.slice(0, 30)].map((id) => expect.stringMatching(id)),
  )
  expect(await agentSocket.send('sync', { rev: pages.at(-1)?.rev })).toMatchObject({ changed: [] })
})

test('a client that missed the removal of conversations is asked to load its lists again', async () => {
  const owner = await fixtures.signUp()
  const project = await createPublishedProject(owner)
  const line = await (await fixtures.visitor(project.publicKey)).connect()
  const { session } = await line.send('message:send', { text: 'Hello', clientId: 'v1' })
  const agentSocket = await owner.connect()
  const { rev } = await agentSocket.send('sync', { rev: null })
  expect((await agentSocket.send('sync', { rev })).reset).toBeUndefined()
  await owner.get('DELETE', `/api/sessions/${session.sessionId}/visitor`)
  const missed = await agentSocket.send('sync', { rev })
  expect(missed).toMatchObject({ changed: [], reset: true })
  expect((await agentSocket.send('sync', { rev: missed.rev })).reset).toBeUndefined()
})

test('every change raises the revision, in responses, events and lists', async () => {
  const owner = await fixtures.signUp()
  const project = await createPublishedProject(owner)
  const visitor = await fixtures.visitor(project.publicKey)
  const line = await visitor.connect()
  const { session } = await line.send('message:send', { text: 'Is anybody there?', clientId: 'v1' })
  const path = `/api/sessions/${session.sessionId}`
  const agentSocket = await owner.connect()
  const joined = await agentSocket.send('agent:join', { sessionId: session.sessionId })
  let last: number = joined.session.revision
  const changes = [
    () => owner.get('PATCH', `${path}/read`),
    () => owner.get('PATCH', `${path}/assign`, { agentId: owner.data.user.id }),
    () => owner.get('PATCH', `${path}/status`, { status: 'closed' }),
  ]
  for (const change of changes) {
    const changed = await change()
    const { revision } = changed.session
    expect(revision).toBeGreaterThan(last)
    await agentSocket.next('session:upsert', (data) => data.session.revision === revision)
    expect(await listSessions(owner)).toMatchObject([{ revision }])
    last = revision
  }
  await line.send('message:send', { text: 'Hello?', clientId: 'v2' })
  expect((await listSessions(owner))[0]?.revision).toBeGreaterThan(last)
})
