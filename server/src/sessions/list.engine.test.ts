import type { Session } from '@aichat/contracts/chat/sessions'
import { expect, test } from 'vitest'
import { addConversations } from '../../test/fixtures/conversations.ts'
import {
  addKnowledge,
  createFixtures,
  createPublishedProject,
  listSessions,
} from '../../test/fixtures/fixtures.ts'
import type { Person } from '../../test/kit/client.ts'

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
  expect(changed.slice(0, -30)).toEqual(sessionIds.slice(30))
  // Conversations of one change have no order.
  expect(changed.slice(-30).toSorted()).toEqual(sessionIds.slice(0, 30).toSorted())
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

test('conversations are filtered by assignee and project, with their number and in a search', async () => {
  const owner = await fixtures.signUp()
  const colleague = await fixtures.joined(owner, 'Agent')
  const [shop, blog] = [await createPublishedProject(owner), await createPublishedProject(owner)]
  const start = async (publicKey: string) => {
    const line = await (await fixtures.visitor(publicKey)).connect()
    const { session } = await line.send('message:send', { text: 'About my order', clientId: 'v1' })
    return session.sessionId as string
  }
  const [mine, theirs] = [await start(shop.publicKey), await start(shop.publicKey)]
  const [free, other] = [await start(shop.publicKey), await start(blog.publicKey)]
  const assign = (id: string, agentId: string | null) =>
    owner.get('PATCH', `/api/sessions/${id}/assign`, { agentId })
  await assign(mine, owner.data.user.id)
  await assign(theirs, colleague.data.user.id)

  const list = async (person: Person, query: string) => {
    const { sessions, total } = await person.get('GET', `/api/sessions?${query}`)
    expect(total).toBe(sessions.length)
    return sessions.map(({ sessionId }: Session) => sessionId).sort()
  }
  for (const search of ['', '&search=order']) {
    expect(await list(owner, `assignedTo=me${search}`)).toEqual([mine])
    expect(await list(colleague, `assignedTo=me${search}`)).toEqual([theirs])
    expect(await list(owner, `assignedTo=${colleague.data.user.id}${search}`)).toEqual([theirs])
    expect(await list(owner, `assignedTo=none${search}`)).toEqual([free, other].sort())
    expect(await list(owner, `assignedTo=none&projectId=${shop.id}${search}`)).toEqual([free])
    expect(await list(owner, `assignedTo=me&projectId=${blog.id}${search}`)).toEqual([])
    expect(await list(owner, `assignedTo=none&status=closed${search}`)).toEqual([])
    expect(await list(owner, `assignedTo=nonsense${search}`)).toEqual([])
  }
  await assign(mine, null)
  expect(await list(owner, 'assignedTo=none')).toEqual([mine, free, other].sort())
})

test('the last message before a hand-over is shown until the next message', async () => {
  const owner = await fixtures.signUp()
  const project = await createPublishedProject(owner)
  const line = await (await fixtures.visitor(project.publicKey)).connect()
  await line.send('message:send', { text: 'Is my order on its way?', clientId: 'v1' })
  const shown = async () => (await listSessions(owner))[0]
  expect((await shown())?.lastPersonMessage).toBe('Is my order on its way?')
  await line.send('person:request', {})
  const handedOver = await shown()
  expect(handedOver).toMatchObject({
    lastMessageFrom: 'system',
    lastPersonMessage: 'Is my order on its way?',
  })
  expect(handedOver?.lastMessage).not.toBe(handedOver?.lastPersonMessage)
  await line.send('message:send', { text: 'Hello?', clientId: 'v2' })
  expect(await shown()).toMatchObject({ lastMessage: 'Hello?', lastPersonMessage: 'Hello?' })
})

test('the last message of the visitor stays readable below later ones', async () => {
  const owner = await fixtures.signUp()
  const project = await createPublishedProject(owner, { agent: { autoReply: true, autoReplyRateLimit: 5 } })
  await addKnowledge(owner, project.id, 'You may return any item within 30 days of delivery.')
  const line = await (await fixtures.visitor(project.publicKey)).connect()
  const shown = async () => (await listSessions(owner))[0]
  const question = 'How many days do I have to return an item?'
  const { session } = await line.send('message:send', { text: question, clientId: 'v1' })
  expect(await shown()).toMatchObject({ lastVisitorMessage: question })
  await line.next('message:new', ({ message }) => message.isAi)
  await line.send('person:request', {})
  expect(await shown()).toMatchObject({
    lastMessageFrom: 'system',
    lastPersonMessage: expect.stringContaining('30 days'),
    lastVisitorMessage: question,
  })
  const answer = { text: 'I am here.', clientId: 'a1' }
  await owner.get('POST', `/api/sessions/${session.sessionId}/messages`, answer)
  expect(await shown()).toMatchObject({ lastMessage: 'I am here.', lastVisitorMessage: question })
})

test('an assignment is new until the assigned agent has seen it', async () => {
  const owner = await fixtures.signUp()
  const colleague = await fixtures.joined(owner, 'Agent')
  const project = await createPublishedProject(owner)
  const line = await (await fixtures.visitor(project.publicKey)).connect()
  const { sessionId } = (await line.send('message:send', { text: 'Hello', clientId: 'v1' })).session
  const assign = (by: Person, to: Person) =>
    by.get('PATCH', `/api/sessions/${sessionId}/assign`, { agentId: to.data.user.id })
  const see = (by: Person) => by.get('PATCH', `/api/sessions/${sessionId}/assignment-seen`)
  const isNew = async () => (await listSessions(owner))[0]?.isAssignmentNew
  expect(await isNew()).toBe(false)
  expect((await assign(owner, owner)).session.isAssignmentNew).toBe(false)
  expect((await assign(owner, colleague)).session.isAssignmentNew).toBe(true)
  expect((await see(owner)).session.isAssignmentNew).toBe(true)
  expect((await see(colleague)).session.isAssignmentNew).toBe(false)
  expect(await isNew()).toBe(false)
  expect((await assign(owner, colleague)).session.isAssignmentNew).toBe(true)
  await owner.get('PATCH', `/api/sessions/${sessionId}/assign`, { agentId: null })
  expect(await isNew()).toBe(false)
  expect((await owner.call('PATCH', '/api/sessions/not-there/assignment-seen')).status).toBe(404)
})

test('a visitor was last seen at their last message', async () => {
  const owner = await fixtures.signUp()
  const project = await createPublishedProject(owner)
  const line = await (await fixtures.visitor(project.publicKey)).connect()
  const { sessionId } = (await line.send('message:send', { text: 'Hello', clientId: 'v1' })).session
  await fixtures.server.app.db.company(
    owner.data.company.id,
    (sql) => sql`update visitors set last_seen_at = now() - interval '1 day'`,
  )
  const { message } = await line.send('message:send', { text: 'Still there', clientId: 'v2' })
  const { visitor } = await owner.get('GET', `/api/sessions/${sessionId}/visitor`)
  expect(visitor.lastSeenAt).toBe(message.createdAt)
})

test('conversations of a company are numbered in their order, also when they start concurrently', async () => {
  const owner = await fixtures.signUp()
  const rival = await fixtures.signUp('rival')
  const start = async (publicKey: string) => {
    const line = await (await fixtures.visitor(publicKey)).connect()
    return (await line.send('message:send', { text: 'Hello', clientId: 'v1' })).session.sessionId
  }
  const first = await createPublishedProject(owner)
  const second = await createPublishedProject(owner)
  const sessionId = await start(first.publicKey)
  await start((await createPublishedProject(rival)).publicKey)
  await Promise.all([first, second, first, second].map(({ publicKey }) => start(publicKey)))
  const numbers = async () =>
    new Map((await listSessions(owner)).map((session) => [session.sessionId, session.number]))
  const all = await numbers()
  expect(all.get(sessionId)).toBe(1)
  expect([...all.values()].sort()).toEqual([1, 2, 3, 4, 5])
  expect((await listSessions(rival)).map(({ number }) => number)).toEqual([1])
  await owner.get('PATCH', `/api/sessions/${sessionId}/status`, { status: 'archived' })
  expect(await numbers()).toEqual(all)
})
