import { expect, test } from 'vitest'
import { addKnowledge, createFixtures, createPublishedProject } from '../../test/fixtures/fixtures.ts'
import type { Person } from '../../test/kit/client.ts'
import { checkReports } from './check-reports.ts'

const fixtures = createFixtures()

const read = (owner: Person, query = '') => owner.get('GET', `/api/reports/overview${query}`)

/** A new visitor writes a message. Returns the conversation. */
async function write(publicKey: string): Promise<string> {
  const visitor = await (await fixtures.visitor(publicKey)).connect()
  const { session } = await visitor.send('message:send', { text: 'Hello', clientId: 'c' })
  return session.sessionId
}

test('projects, languages and periods are filters', async () => {
  const owner = await fixtures.signUp()
  const [first, second] = [await createPublishedProject(owner), await createPublishedProject(owner)]
  await write(first.publicKey)
  await write(second.publicKey)
  expect(await read(owner)).toMatchObject({ conversations: 2 })
  expect(await read(owner, `?projectId=${first.id}`)).toMatchObject({ conversations: 1 })
  expect(await read(owner, '?language=en')).toMatchObject({
    conversations: 0,
    languages: [{ language: '', conversations: 2 }],
  })
  expect(await read(owner, '?language=')).toMatchObject({ conversations: 2 })
  expect(await read(owner, '?from=2020-01-01&to=2020-02-01')).toMatchObject({
    conversations: 0,
    from: '2020-01-01',
    to: '2020-02-01',
  })
  const tomorrow = new Date(Date.now() + 86_400_000).toISOString().slice(0, 10)
  expect(await read(owner, `?from=${tomorrow}&to=${tomorrow}`)).toMatchObject({
    conversations: 0,
    previous: { conversations: 2 },
  })
  await owner.get('DELETE', `/api/projects/${second.id}`)
  expect(await read(owner)).toMatchObject({ conversations: 1, languages: [{ conversations: 1 }] })
  expect((await owner.call('GET', `/api/reports/overview?projectId=${second.id}`)).status).toBe(404)
})

test('a report counts the conversations that have a label now', async () => {
  const owner = await fixtures.signUp()
  const [first, second] = [await createPublishedProject(owner), await createPublishedProject(owner)]
  const [refund, bug] = [await createLabel(owner, 'Refund'), await createLabel(owner, 'Bug')]
  const [one, two] = [await write(first.publicKey), await write(first.publicKey)]
  const other = await write(second.publicKey)
  for (const sessionId of [one, two, other]) await setLabel(owner, sessionId, refund, true)
  await setLabel(owner, one, bug, true)
  const count = async (labelId: string, filter = '') => {
    const { conversations, previous } = await read(owner, `?labelId=${labelId}${filter}`)
    const list = await owner.get('GET', `/api/reports/conversations?labelId=${labelId}${filter}`)
    expect(list.total).toBe(conversations)
    expect(list.conversations).toHaveLength(conversations)
    const { days } = await owner.get('GET', `/api/reports/ai?labelId=${labelId}${filter}`)
    expect(days.at(-1).conversations).toBe(conversations)
    return { conversations, before: previous.conversations }
  }
  expect(await count(refund)).toEqual({ conversations: 3, before: 0 })
  expect(await count(refund, `&projectId=${first.id}`)).toMatchObject({ conversations: 2 })
  expect(await count(bug)).toMatchObject({ conversations: 1 })
  expect(await read(owner, `?labelId=${bug}`)).toMatchObject({
    languages: [{ language: '', conversations: 3 }],
  })
  const csv = await owner.call('GET', `/api/reports/export?labelId=${bug}`)
  expect(csv.text.trimEnd().split('\r\n').at(-1)).toMatch(/^[\d-]+,1,1,/)

  await setLabel(owner, two, refund, false)
  await owner.get('DELETE', `/api/projects/${second.id}`)
  expect(await count(refund)).toMatchObject({ conversations: 1 })
  await owner.get('DELETE', `/api/labels/${refund}`)
  expect((await owner.call('GET', `/api/reports/overview?labelId=${refund}`)).status).toBe(404)
  expect(await read(owner)).toMatchObject({ conversations: 2 })
  expect(await checkReports(fixtures.server.app.db, owner.data.company.id)).toMatchObject({
    facts: [],
    counts: [],
  })
})

test('members of the team and sources are counted by language and label', async () => {
  const owner = await fixtures.signUp()
  const project = await createPublishedProject(owner, { agent: { autoReply: true, autoReplyRateLimit: 5 } })
  await addKnowledge(owner, project.id, 'You may return any item within 30 days of delivery.')
  const ask = async (text: string) => {
    const visitor = await (await fixtures.visitor(project.publicKey)).connect()
    const { message } = await visitor.send('message:send', { text, clientId: text })
    await visitor.next('message:new', (event) => event.message.seq > message.seq)
    await owner.get('POST', `/api/sessions/${message.sessionId}/messages`, { text: 'Hello', clientId: 'a' })
    return message.sessionId
  }
  const labeled = await ask('How many days do I have to return an item?')
  await ask('How many days do I have to return items?')
  const labelId = await createLabel(owner, 'Returns')
  await setLabel(owner, labeled, labelId, true)
  const count = async (filter: string) => {
    const { agents } = await owner.get('GET', `/api/reports/team?${filter}`)
    const { sources } = await owner.get('GET', `/api/reports/sources?${filter}`)
    const lists = [`agentId=${owner.data.user.id}`, `sourceId=${sourceId}`].map((group) =>
      owner.get('GET', `/api/reports/conversations?${group}&${filter}`),
    )
    const totals = (await Promise.all(lists)).map(({ total }) => total)
    expect(totals).toEqual([agents[0].conversations, sources[0]?.cited ?? 0])
    return totals
  }
  const [{ id: sourceId }] = (await owner.get('GET', '/api/reports/sources')).sources
  expect(await count('')).toEqual([2, 2])
  expect(await count(`labelId=${labelId}`)).toEqual([1, 1])
  expect(await count('language=en')).toEqual([2, 2])
  expect(await count('language=de')).toEqual([0, 0])
  const csv = (await owner.call('GET', `/api/reports/export?report=team&labelId=${labelId}`)).text
  expect(csv.trimEnd().split('\r\n').slice(1)).toEqual([
    expect.stringMatching(new RegExp(`^${owner.data.user.name},1,1,`)),
  ])
})

test('a label of another company, and one with a language, are refused', async () => {
  const owner = await fixtures.signUp()
  const labelId = await createLabel(owner, 'Refund')
  const stranger = await fixtures.signUp()
  const refusal = async (person: Person, path: string) => {
    const { status, body } = await person.call('GET', `/api/reports/${path}`)
    return [status, body.message]
  }
  for (const path of [
    'overview',
    'ai',
    'gaps',
    'gaps/questions',
    'team',
    'sources',
    'conversations',
    'export',
  ])
    expect((await refusal(stranger, `${path}?labelId=${labelId}`))[0]).toBe(404)
  expect((await refusal(owner, 'overview?labelId=1'))[0]).toBe(404)
  expect(await refusal(owner, `overview?labelId=${labelId}&language=en`)).toEqual([
    400,
    'Choose a language or a label',
  ])
})

async function createLabel(owner: Person, name: string): Promise<string> {
  return (await owner.get('POST', '/api/labels', { name, tone: 'accent' })).id
}

function setLabel(owner: Person, sessionId: string, labelId: string, isOn: boolean): Promise<unknown> {
  return owner.get('PATCH', `/api/sessions/${sessionId}/labels`, { labelId, isOn })
}

test('a wrong period, project, measure and cursor are refused or ignored', async () => {
  const owner = await fixtures.signUp()
  const statusOf = async (path: string) => (await owner.call('GET', `/api/reports/${path}`)).status
  expect(await statusOf('overview?from=2026-02-02&to=2026-02-01')).toBe(400)
  expect(await statusOf('overview?from=2020-01-01&to=2026-01-01')).toBe(400)
  for (const day of ['2026-02-30', '0000-01-01', '9999-12-31'])
    expect(await statusOf(`overview?from=${day}&to=${day}`)).toBe(400)
  for (const day of ['1000-01-01', '8999-12-31'])
    expect(await statusOf(`overview?from=${day}&to=${day}`)).toBe(200)
  expect(await statusOf('overview?language=english')).toBe(400)
  expect(await statusOf('overview?projectId=1')).toBe(404)
  expect(await statusOf('conversations?measure=all')).toBe(400)
  expect(await statusOf('conversations?rating=6')).toBe(400)
  expect(await statusOf('conversations?rating=4&measure=quiet')).toBe(400)
  expect(await statusOf('conversations?handoverReason=boredom')).toBe(400)
  expect(await statusOf(`conversations?agentId=${owner.data.user.id}&measure=quiet`)).toBe(400)
  expect(await statusOf('conversations?agentId=1')).toBe(404)
  expect(await statusOf('conversations?sourceId=')).toBe(404)
  expect(await statusOf('conversations?sourceMeasure=read')).toBe(400)
  expect(await statusOf('sources?sort=title')).toBe(400)
  expect(await statusOf('export?format=xml')).toBe(400)
  expect(await statusOf('export?report=users')).toBe(400)
  expect(await statusOf('export?from=2026-02-02&to=2026-02-01')).toBe(400)
  expect(await statusOf('conversations?cursor=nonsense')).toBe(200)
})
