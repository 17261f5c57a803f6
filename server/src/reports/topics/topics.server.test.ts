import type { Topic, TopicQuestion } from '@aichat/contracts/company/topics'
import { describe, expect, test } from 'vitest'
import { addKnowledge, createFixtures, createPublishedProject } from '../../../test/fixtures/fixtures.ts'
import type { Person } from '../../../test/kit/client.ts'

const fixtures = createFixtures()

async function createShop(owner: Person): Promise<{ id: string; publicKey: string }> {
  const project = await createPublishedProject(owner, { agent: { autoReply: true, autoReplyRateLimit: 5 } })
  await addKnowledge(owner, project.id, 'You may return any item within 30 days of delivery.')
  return project
}

/** Each question is asked by a visitor of its own, and handed over. */
async function askAll(publicKey: string, questions: string[]): Promise<string[]> {
  const sessionIds: string[] = []
  for (const text of questions) {
    const visitor = await (await fixtures.visitor(publicKey)).connect()
    const { message } = await visitor.send('message:send', { text, clientId: text })
    await visitor.next('message:new', (event) => event.message.meta?.kind === 'handover')
    sessionIds.push(message.sessionId)
  }
  return sessionIds
}

const read = (owner: Person, query = '') => owner.get('GET', `/api/reports/gaps?${query}`)
const listQuestions = (owner: Person, query = '') => owner.get('GET', `/api/reports/gaps/questions?${query}`)

const giftCards = ['Do you sell gift cards?', 'Is there a gift card for 50 euros?', 'gift card??']
const engravings = ['Can you engrave a name on a ring?', 'How much is an engraving on a ring?']
const single = 'Who painted the ceiling?'

test('questions that the AI cannot answer are grouped into named topics', async () => {
  const owner = await fixtures.signUp()
  const project = await createShop(owner)
  expect(await read(owner)).toMatchObject({
    questions: 0,
    previousQuestions: 0,
    singleQuestions: 0,
    statuses: { open: 0, answered: 0, dismissed: 0 },
    topics: [],
    isComplete: true,
  })
  await askAll(project.publicKey, [...engravings, ...giftCards, single])
  const gaps = await read(owner)
  expect(gaps).toMatchObject({
    questions: 6,
    singleQuestions: 1,
    statuses: { open: 2, answered: 0, dismissed: 0 },
    topics: [
      { name: 'Gift card', isNamed: false, questions: 3, previousQuestions: 0, project: { id: project.id } },
      { questions: 2, status: 'open', questionsSince: 0, merged: [] },
    ],
  })
  expect(gaps.topics[1].name).toMatch(/engrave|engraving/i)
  expect(giftCards).toContain(gaps.topics[0].example)
  expect(gaps.topics[0].trend).toEqual([...Array.from({ length: 27 }, () => 0), 3])
  const from = new Date(Date.now() - 99 * 86_400_000).toISOString().slice(0, 10)
  const quarter = await read(owner, `from=${from}`)
  expect(quarter).toMatchObject({ trendDays: 7 })
  expect(quarter.topics[0].trend).toEqual([...Array.from({ length: 14 }, () => 0), 3])
  expect(await read(owner, `projectId=${project.id}&from=2026-01-01&to=2026-01-31`)).toMatchObject({
    questions: 0,
    topics: [],
  })
})

test('each number leads to its questions, with what a person replied', async () => {
  const owner = await fixtures.signUp()
  const project = await createShop(owner)
  const [first] = await askAll(project.publicKey, [...giftCards, single])
  await owner.get('POST', `/api/sessions/${first}/messages`, {
    text: 'Yes, from 20 euros on.',
    clientId: 'a',
  })
  const [topic] = (await read(owner)).topics
  const listed = await listQuestions(owner, `topicId=${topic.id}`)
  expect(listed.total).toBe(3)
  expect(listed.questions.map(({ question }: TopicQuestion) => question)).toEqual(giftCards.toReversed())
  expect(listed.questions[2]).toMatchObject({
    sessionId: first,
    reply: 'Yes, from 20 euros on.',
    hadSuggestions: false,
  })
  const page = await listQuestions(owner, `topicId=${topic.id}&limit=2`)
  const rest = await listQuestions(owner, `topicId=${topic.id}&limit=2&cursor=${page.nextCursor}`)
  expect([...page.questions, ...rest.questions]).toEqual(listed.questions)
  expect(rest.nextCursor).toBeNull()
  expect(await listQuestions(owner)).toMatchObject({ total: 1, questions: [{ question: single }] })
})

test('conversations are counted by the topic because of which they were first handed over', async () => {
  const owner = await fixtures.signUp()
  const project = await createShop(owner)
  const [first, second] = await askAll(project.publicKey, [
    ...giftCards.slice(0, 2),
    ...engravings,
    'Can I talk to a human?',
  ])
  const [top] = (await read(owner, 'status=all&sort=handedOver')).topics
  expect(top.trend).toEqual([])
  expect(top).toMatchObject({ questions: 2, handedOver: 2, previousHandedOver: 0 })
  const list = (query: string) => owner.call('GET', `/api/reports/conversations?${query}`)
  const listed = (await list(`topicId=${top.id}`)).body.data
  expect(listed).toMatchObject({ total: 2, groupName: top.name })
  expect(listed.conversations).toHaveLength(2)
  const rows = (await read(owner)).topics
  const gifts = rows.find(({ name }: Topic) => name === 'Gift card')
  const { conversations } = (await list(`topicId=${gifts.id}`)).body.data
  expect(conversations.map(({ sessionId }: TopicQuestion) => sessionId)).toEqual([second, first])
  expect((await owner.get('GET', '/api/reports/ai')).handedOver).toBe(5)

  await owner.get('PATCH', `/api/topics/${gifts.id}`, { status: 'answered' })
  expect((await read(owner, 'sort=handedOver')).topics).toHaveLength(1)
  const { text } = await owner.call('GET', '/api/reports/export?report=gaps')
  expect(text.split('\r\n')[0]).toMatch(/,Summary,Conversations handed over$/)
  expect(text).toMatch(/^Gift card,.*,2\r$/m)

  expect(await list(`topicId=${gifts.id}&measure=quiet`)).toMatchObject({ status: 400 })
  expect(await list('topicId=x')).toMatchObject({ status: 404 })
  const other = await fixtures.signUp()
  expect(await other.call('GET', `/api/reports/conversations?topicId=${gifts.id}`)).toMatchObject({
    status: 404,
  })
  const [rest] = rows.filter(({ id }: Topic) => id !== gifts.id)
  await owner.get('PATCH', `/api/topics/${rest.id}`, { status: 'answered' })
  await owner.get('PUT', `/api/topics/${rest.id}/merge`, { into: gifts.id })
  expect((await list(`topicId=${gifts.id}`)).body.data).toMatchObject({ total: 4 })

  // As if all of them had been handed over before.
  await fixtures.server.app.db.company(
    owner.data.company.id,
    (sql) => sql`update unanswered_questions set handed_over_seq = null, handed_over_day = null`,
  )
  expect(await read(owner, 'status=all&sort=handedOver')).toMatchObject({
    topics: [],
    statuses: { open: 0, answered: 1, dismissed: 0 },
  })
})

test('questions are counted by the language and the labels of their conversation', async () => {
  const owner = await fixtures.signUp()
  const project = await createShop(owner)
  const [first] = await askAll(project.publicKey, [...giftCards, single])
  const { id: labelId } = await owner.get('POST', '/api/labels', { name: 'Gifts', tone: 'accent' })
  const setLabel = (isOn: boolean) => owner.get('PATCH', `/api/sessions/${first}/labels`, { labelId, isOn })
  await setLabel(true)
  const filter = `labelId=${labelId}`
  const gaps = await read(owner, filter)
  expect(gaps).toMatchObject({ questions: 1, singleQuestions: 0, topics: [{ questions: 1 }] })
  const [topic] = gaps.topics
  expect(topic.example).toBe(giftCards[0])
  expect(topic.trend.at(-1)).toBe(1)
  expect(await listQuestions(owner, `${filter}&topicId=${topic.id}`)).toMatchObject({
    total: 1,
    questions: [{ sessionId: first }],
  })
  expect(await listQuestions(owner, filter)).toMatchObject({ total: 0, questions: [] })
  expect(await read(owner, 'language=en')).toMatchObject({ questions: 4, singleQuestions: 1 })
  expect(await read(owner, 'language=de')).toMatchObject({
    questions: 0,
    topics: [],
    languages: [{ language: 'en', conversations: 4 }],
  })
  expect((await owner.call('GET', `/api/reports/export?report=gaps&${filter}`)).text).toContain(giftCards[0])
  await setLabel(false)
  expect(await read(owner, filter)).toMatchObject({ questions: 0, topics: [] })
  expect(await read(owner)).toMatchObject({ questions: 4 })
})

test('later questions join their topic, and deleted conversations leave it', async () => {
  const owner = await fixtures.signUp()
  const project = await createShop(owner)
  const sessionIds = await askAll(project.publicKey, giftCards.slice(0, 2))
  const [topic] = (await read(owner)).topics
  const [later] = await askAll(project.publicKey, ['Where can I use my gift card?'])
  expect((await read(owner)).topics).toMatchObject([{ id: topic.id, questions: 3 }])
  await owner.get('DELETE', `/api/sessions/${later}/visitor`)
  expect((await read(owner)).topics).toMatchObject([{ id: topic.id, questions: 2 }])
  for (const sessionId of sessionIds) await owner.get('DELETE', `/api/sessions/${sessionId}/visitor`)
  expect(await read(owner)).toMatchObject({ questions: 0, topics: [] })
})

test('suggestions count as unanswered once the visitor says that they did not help', async () => {
  const owner = await fixtures.signUp()
  const project = await createPublishedProject(owner, { agent: { autoReply: true, autoReplyRateLimit: 5 } })
  await addKnowledge(
    owner,
    project.id,
    '# Delivery\nParcels arrive on Mondays. Heavy parcels need two days more.',
  )
  const visitor = await (await fixtures.visitor(project.publicKey)).connect()
  await visitor.send('message:send', { text: 'heavy parcels customs refund abroad', clientId: 'a' })
  const { message } = await visitor.next('message:new', (event) => event.message.from === 'agent')
  expect(message.meta?.kind).toBe('suggestions')
  expect((await read(owner)).questions).toBe(0)
  await visitor.send('suggestion:answer', { messageId: message._id, helped: false })
  expect((await read(owner)).questions).toBe(1)
  expect((await listQuestions(owner)).questions).toMatchObject([{ hadSuggestions: true }])
  const [row] = await fixtures.server.app.db.company(
    owner.data.company.id,
    (sql) => sql<{ isHandedOver: boolean }>`
      select handed_over_day is not null as "isHandedOver" from unanswered_questions`,
  )
  expect(row).toEqual({ isHandedOver: true })
})

describe('a topic', () => {
  async function createTopics(): Promise<{ owner: Person; topics: Topic[]; publicKey: string }> {
    const owner = await fixtures.signUp()
    const { publicKey } = await createShop(owner)
    await askAll(publicKey, [...giftCards, ...engravings])
    return { owner, topics: (await read(owner)).topics, publicKey }
  }

  test('can be renamed, and gets its words back', async () => {
    const { owner, topics } = await createTopics()
    const path = `/api/topics/${topics[0]?.id}`
    await owner.get('PATCH', path, { name: '  Vouchers ' })
    expect((await read(owner)).topics[0]).toMatchObject({ name: 'Vouchers', isNamed: true })
    await owner.get('PATCH', path, { name: null })
    expect((await read(owner)).topics[0]).toMatchObject({ name: 'Gift card', isNamed: false })
    expect(await owner.call('PATCH', path, { name: ' ' })).toMatchObject({ status: 400 })
    expect(await owner.call('PATCH', path, { name: 'x'.repeat(61) })).toMatchObject({ status: 400 })
  })

  test('that was answered says how often it was asked since', async () => {
    const { owner, topics, publicKey } = await createTopics()
    await owner.get('PATCH', `/api/topics/${topics[0]?.id}`, { status: 'answered' })
    expect(await read(owner)).toMatchObject({
      statuses: { open: 1, answered: 1 },
      topics: [{ questions: 2 }],
    })
    await askAll(publicKey, ['Do gift cards expire?'])
    expect((await read(owner, 'status=answered')).topics).toMatchObject([
      { id: topics[0]?.id, questions: 4, questionsSince: 1 },
    ])
    await owner.get('PATCH', `/api/topics/${topics[1]?.id}`, { status: 'dismissed' })
    expect((await read(owner, 'status=dismissed')).topics).toMatchObject([{ id: topics[1]?.id }])
    expect((await read(owner)).topics).toEqual([])
  })

  test('can be merged into another one and separated again', async () => {
    const { owner, topics, publicKey } = await createTopics()
    const [target, merged] = topics
    await owner.get('PUT', `/api/topics/${merged?.id}/merge`, { into: target?.id })
    expect((await read(owner)).topics).toMatchObject([
      { id: target?.id, name: target?.name, questions: 5, merged: [{ id: merged?.id, name: merged?.name }] },
    ])
    expect((await listQuestions(owner, `topicId=${target?.id}`)).total).toBe(5)
    await askAll(publicKey, ['Could you engrave this ring for me?'])
    expect((await read(owner)).topics).toMatchObject([{ id: target?.id, questions: 6 }])
    await owner.get('DELETE', `/api/topics/${merged?.id}/merge`)
    expect((await read(owner)).topics).toMatchObject([
      { id: target?.id, questions: 3 },
      { id: merged?.id, questions: 3 },
    ])
  })

  test('stays merged into one that is merged and separated itself', async () => {
    const { owner, topics, publicKey } = await createTopics()
    const [first, second] = topics
    await askAll(publicKey, ['Are dogs allowed in the park?', 'Can dogs come to the park?'])
    const [third] = (await read(owner)).topics.filter(
      ({ id }: Topic) => id !== first?.id && id !== second?.id,
    )
    await owner.get('PUT', `/api/topics/${second?.id}/merge`, { into: third.id })
    await owner.get('PUT', `/api/topics/${third.id}/merge`, { into: first?.id })
    expect((await read(owner)).topics).toMatchObject([
      { id: first?.id, name: first?.name, questions: 7, merged: [{ id: third.id, name: third.name }] },
    ])
    expect(await owner.call('PATCH', `/api/topics/${third.id}`, { status: 'dismissed' })).toMatchObject({
      status: 409,
    })
    expect(await owner.call('PUT', `/api/topics/${second?.id}/merge`, { into: first?.id })).toMatchObject({
      status: 409,
    })
    await owner.get('DELETE', `/api/topics/${third.id}/merge`)
    expect((await read(owner)).topics).toMatchObject([
      { id: third.id, questions: 4, merged: [{ id: second?.id }] },
      { id: first?.id, questions: 3, merged: [] },
    ])
  })

  test('cannot be merged into itself, a merged one, or one of another project or status', async () => {
    const { owner, topics } = await createTopics()
    const [target, merged] = topics
    const merge = (id: string | undefined, into: unknown) =>
      owner.call('PUT', `/api/topics/${id}/merge`, { into })
    expect(await merge(target?.id, target?.id)).toMatchObject({ status: 400 })
    expect(await merge(target?.id, 'no id')).toMatchObject({ status: 400 })
    await owner.get('PATCH', `/api/topics/${merged?.id}`, { status: 'answered' })
    expect(await merge(target?.id, merged?.id)).toMatchObject({ status: 400 })
    await owner.get('PATCH', `/api/topics/${merged?.id}`, { status: 'open' })
    const sibling = await createShop(owner)
    await askAll(sibling.publicKey, ['Are dogs allowed in the park?', 'Can dogs come to the park?'])
    const ofSibling = (await read(owner, `projectId=${sibling.id}`)).topics[0]
    expect(await merge(target?.id, ofSibling.id)).toMatchObject({ status: 400 })
    await owner.get('PUT', `/api/topics/${merged?.id}/merge`, { into: target?.id })
    expect(await merge(target?.id, merged?.id)).toMatchObject({ status: 400 })
  })

  test('belongs to its company', async () => {
    const { topics } = await createTopics()
    const other = await fixtures.signUp()
    expect(await other.call('PATCH', `/api/topics/${topics[0]?.id}`, { name: 'Mine' })).toMatchObject({
      status: 404,
    })
    expect(await other.call('GET', `/api/reports/gaps/questions?topicId=${topics[0]?.id}`)).toMatchObject({
      status: 404,
    })
    expect(await read(other)).toMatchObject({ questions: 0, topics: [] })
  })
})

test('a question without a topic gets one of its own when it is answered or dismissed', async () => {
  const owner = await fixtures.signUp()
  const { publicKey } = await createShop(owner)
  await askAll(publicKey, [single])
  const [{ sessionId, seq }] = (await listQuestions(owner)).questions
  const add = (body: object) =>
    owner.call('POST', '/api/topics', { sessionId, seq, status: 'dismissed', ...body })
  expect(await add({ seq: seq + 1 })).toMatchObject({ status: 400 })
  expect(await add({ sessionId: 'no id' })).toMatchObject({ status: 400 })
  expect(
    await (await fixtures.signUp()).call('POST', '/api/topics', { sessionId, seq, status: 'open' }),
  ).toMatchObject({ status: 400 })
  const { body } = await add({})
  expect(await read(owner, 'status=dismissed')).toMatchObject({
    questions: 1,
    singleQuestions: 0,
    topics: [{ id: body.data.id, questions: 1, example: single }],
  })
  expect(await add({})).toMatchObject({ status: 400 })
})

test('a topic whose question has no word of its own is named by the question', async () => {
  const owner = await fixtures.signUp()
  const { publicKey } = await createShop(owner)
  await askAll(publicKey, ['Why not?'])
  const [{ sessionId, seq }] = (await listQuestions(owner)).questions
  await owner.get('POST', '/api/topics', { sessionId, seq, status: 'open' })
  expect((await read(owner)).topics).toMatchObject([{ name: 'Why not?', isNamed: false }])
})

test('the report can be downloaded, and personal data in questions is masked', async () => {
  const owner = await fixtures.signUp()
  const project = await createShop(owner)
  await askAll(project.publicKey, [
    'Can you engrave jo@example.com on a ring?',
    'How much is it to engrave max@example.com on a ring?',
  ])
  const [topic] = (await read(owner)).topics
  expect(topic.example).toContain('[email]')
  expect(JSON.stringify(await listQuestions(owner, `topicId=${topic.id}`))).not.toContain('example.com')
  const { text } = await owner.call('GET', '/api/reports/export?report=gaps')
  expect(text.split('\r\n')[0]).toContain('Topic,Project,Status,Questions')
  expect(text).toContain('[email]')
  expect(text).toContain('Without a topic,,,0,0,,')
})
