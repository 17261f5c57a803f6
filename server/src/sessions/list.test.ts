import { expect, test } from 'vitest'
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
