import type {
  AnswerTest,
  TestRun,
  TestSuggestion,
  UnansweredQuestion,
} from '@aichat/contracts/ai/answer-tests'
import { describe, expect, test } from 'vitest'
import { addKnowledge, createFixtures, createPublishedProject } from '../../test/fixtures/fixtures.ts'
import { type Person, waitUntil } from '../../test/kit/client.ts'
import type { Sql } from '../kit/db/db.ts'
import { newId } from '../kit/db/ids.ts'
import type { Reply } from '../replies/types.ts'
import { evaluateReply } from './evaluate-reply.ts'
import { addResult, findNextTest, finishRun, insertRun } from './store.ts'

const fixtures = createFixtures()
const returns = '# Returns\nYou may return any item within 30 days of delivery. Returns are free of charge.'
const question = 'How many days do I have to return an item?'
const nothing = { mustContain: [], mustCite: null, mustHandOver: false, mustSuggest: false }

type Shop = { owner: Person; path: string; projectId: string; publicKey: string; itemId: string }

async function shop(): Promise<Shop> {
  const owner = await fixtures.signUp()
  const project = await createPublishedProject(owner, { agent: { autoReply: true, autoReplyRateLimit: 5 } })
  const itemId = await addKnowledge(owner, project.id, returns)
  const { id: projectId, publicKey } = project
  return { owner, projectId, publicKey, itemId, path: `/api/projects/${projectId}/answer-tests` }
}

type List = { tests: AnswerTest[]; lastRun: TestRun | null }

/** The list of tests after a run other than `before` has finished. */
function ended({ owner, path }: Shop, before: string | null = null): Promise<List> {
  return waitUntil<List>(
    () => owner.get('GET', path),
    ({ lastRun }) => lastRun !== null && lastRun.id !== before && lastRun.finishedAt !== null,
  )
}

/** Requests a run. A run that a knowledge change started may not include the newest test, so it is repeated. */
async function run(at: Shop): Promise<List> {
  const { lastRun } = await at.owner.get('GET', at.path)
  await at.owner.get('POST', `${at.path}/runs`)
  const list = await ended(at, lastRun?.finishedAt ? lastRun.id : null)
  return list.lastRun?.reason === 'asked' ? list : run(at)
}

describe('an answer test run', () => {
  test('reports the failed expectations of each test', async () => {
    const at = await shop()
    const other = await addKnowledge(
      at.owner,
      at.projectId,
      '# Parking\nThere are forty places behind the building.',
    )
    const forms = [
      { ...nothing, question, mustContain: ['WITHIN  30 days'], mustCite: at.itemId },
      { ...nothing, question, mustContain: ['60 days'], mustCite: other },
      { ...nothing, question: 'Who won the chess championship?' },
      { ...nothing, question: 'Who won the chess championship?', mustHandOver: true },
      { ...nothing, question, mustHandOver: true },
    ]
    for (const form of forms) await at.owner.get('POST', at.path, form)
    const { tests, lastRun } = await run(at)
    expect(tests.map(({ result }) => result?.isPassed)).toEqual([true, false, false, true, false])
    expect(tests.map(({ result }) => result?.problems)).toEqual([
      [],
      ['The answer does not contain “60 days”.', 'The answer does not cite “Parking”.'],
      ['The AI assistant handed over instead of answering: no answer was found.'],
      [],
      ['The AI assistant answered instead of handing over to a person.'],
    ])
    expect(tests[0]?.result).toMatchObject({
      change: 'new',
      answer: expect.stringContaining('within 30 days'),
      sources: [{ itemId: at.itemId }],
      model: 'built-in',
    })
    expect(lastRun).toMatchObject({ reason: 'asked', total: 5, done: 5, passed: 2, broke: 0, mended: 0 })
    // No conversation was created.
    expect((await at.owner.get('GET', '/api/sessions')).sessions).toEqual([])
  })

  test('starts after a knowledge change and after publishing, and reports what changed', async () => {
    const at = await shop()
    await at.owner.get('POST', at.path, { ...nothing, question, mustCite: at.itemId })
    const first = await run(at)
    expect(first.tests[0]?.result).toMatchObject({ isPassed: true, change: 'new' })
    await at.owner.get('DELETE', `/api/projects/${at.projectId}/agent/kb/${at.itemId}`)
    const second = await ended(at, first.lastRun?.id)
    expect(second.lastRun).toMatchObject({ reason: 'knowledge', passed: 0, broke: 1 })
    expect(second.tests[0]).toMatchObject({
      mustCite: { title: 'Returns', isThere: false },
      result: { isPassed: false, change: 'broke' },
    })
    await at.owner.get('POST', `/api/projects/${at.projectId}/publish`)
    const third = await ended(at, second.lastRun?.id)
    expect(third.lastRun).toMatchObject({ reason: 'published', broke: 0 })
    expect(third.tests[0]?.result).toMatchObject({ change: 'same' })
    const faq = { question, answer: 'You have 30 days to return an item.' }
    await at.owner.get('PUT', `${at.path}/${third.tests[0]?.id}`, {
      ...nothing,
      question,
      mustContain: ['30 days'],
    })
    expect((await at.owner.get('GET', at.path)).tests[0].result).toBeNull()
    await at.owner.get('POST', `/api/projects/${at.projectId}/faq`, faq)
    const fourth = await ended(at, third.lastRun?.id)
    expect(fourth.tests[0]?.result).toMatchObject({ isPassed: true, change: 'new' })
  })

  test('ends although a question cannot be answered', async () => {
    const at = await shop()
    await at.owner.get('POST', at.path, { ...nothing, question })
    await at.owner.get('POST', at.path, { ...nothing, question: 'Hello!' })
    // Searching fails, because there is no such text search configuration.
    await fixtures.server.app.db.company(
      at.owner.data.company.id,
      (sql) => sql`update answer_entries set language = 12345::oid::regconfig where entry_id = ${at.itemId}`,
    )
    const { tests, lastRun } = await run(at)
    expect(lastRun).toMatchObject({ total: 2, done: 2, passed: 1 })
    expect(tests.map(({ result }) => result?.problems)).toEqual([
      ['The AI assistant handed over instead of answering: answering failed.'],
      [],
    ])
  })

  test('asks a test again whose expectations changed while it was answered', async () => {
    const at = await shop()
    const { id } = await at.owner.get('POST', at.path, { ...nothing, question, mustContain: ['30 days'] })
    await waitUntil(
      () => at.owner.get('GET', at.path),
      ({ tests: [only], lastRun }: List) => only?.result != null || lastRun === null,
    )
    const scope = { companyId: at.owner.data.company.id, projectId: at.projectId }
    const inCompany = <T>(work: (sql: Sql) => Promise<T>) =>
      fixtures.server.app.db.company(scope.companyId, work)
    const runId = newId()
    await waitUntil(
      () => inCompany((sql) => insertRun(sql, scope, { id: runId, reason: 'asked' })),
      (isInserted) => isInserted,
    )
    const asked = await inCompany((sql) => findNextTest(sql, at.projectId, runId))
    if (!asked) throw new Error('The run has no test')
    await at.owner.get('PUT', `${at.path}/${id}`, { ...nothing, question, mustContain: ['31 days'] })
    const passed = { isPassed: true, problems: [], answer: '', reason: null, sources: [], model: 'built-in' }
    await inCompany((sql) => addResult(sql, { ...scope, runId }, asked, { ...passed, liveAnswer: null }))
    const next = await inCompany((sql) => findNextTest(sql, at.projectId, runId))
    expect(next).toMatchObject({ id, mustContain: ['31 days'] })
    await inCompany((sql) => finishRun(sql, at.projectId, runId))
  })

  test('joins an active run, and does not start without tests', async () => {
    const at = await shop()
    expect(await at.owner.get('POST', `${at.path}/runs`)).toEqual({ run: null })
    await at.owner.get('POST', `/api/projects/${at.projectId}/publish`)
    expect(await at.owner.get('GET', at.path)).toEqual({ tests: [], lastRun: null })
    for (let count = 0; count < 5; count++) await at.owner.get('POST', at.path, { ...nothing, question })
    const started = await Promise.all(
      Array.from({ length: 4 }, () => at.owner.get('POST', `${at.path}/runs`)),
    )
    expect(new Set(started.map(({ run: one }) => one.id)).size).toBe(1)
    expect((await ended(at)).lastRun).toMatchObject({ done: 5, total: 5, passed: 5 })
  })
})

describe('an answer test', () => {
  test('returns 400 for invalid expectations', async () => {
    const at = await shop()
    const other = await shop()
    const wrong: [object, string][] = [
      [{ question: ' ' }, 'Enter a question'],
      [{ mustContain: [' '] }, 'Enter a phrase'],
      [{ mustContain: Array.from({ length: 11 }, () => 'x') }, 'Use at most 10 phrases'],
      [{ mustCite: other.itemId }, 'Choose an item from this knowledge base'],
      [{ mustCite: 'x' }, 'Choose an item from this knowledge base'],
      [{ mustHandOver: true, mustContain: ['x'] }, "A test that expects a handover can't check the answer"],
      [{ mustHandOver: 1 }, 'mustHandOver must be true or false'],
      [{ mustSuggest: 'yes' }, 'mustSuggest must be true or false'],
      [
        { mustSuggest: true, mustContain: ['x'] },
        'A test that expects suggestions can only check the source',
      ],
    ]
    for (const [change, message] of wrong) {
      const { status, body } = await at.owner.call('POST', at.path, { ...nothing, question, ...change })
      expect([status, body.message], JSON.stringify(change)).toEqual([400, message])
    }
    expect((await at.owner.get('GET', at.path)).tests).toEqual([])
  })

  test('has tags and an owner, who is its creator by default and may leave the team', async () => {
    const at = await shop()
    const admin = await fixtures.joined(at.owner, 'Admin', 'Kim')
    const mine = await at.owner.get('POST', at.path, { ...nothing, question })
    expect(mine).toMatchObject({ tags: [], owner: { id: at.owner.data.user.id } })
    const form = { ...nothing, question, tags: [' Returns ', 'returns', 'Law'], ownerId: admin.data.user.id }
    const theirs = await at.owner.get('POST', at.path, form)
    expect(theirs).toMatchObject({
      tags: ['Returns', 'Law'],
      owner: { id: admin.data.user.id, name: 'Kim' },
    })
    await run(at)
    const path = `${at.path}/${theirs.id}`
    // Without the new fields, they stay as they are, and so do the results.
    const renamed = await at.owner.get('PUT', path, { ...nothing, question })
    expect(renamed).toMatchObject({
      tags: ['Returns', 'Law'],
      owner: { name: 'Kim' },
      result: { isPassed: true },
    })
    expect(await at.owner.get('PUT', path, { ...nothing, question, tags: [] })).toMatchObject({
      tags: [],
      result: { isPassed: true },
    })
    const rival = await fixtures.signUp('rival')
    const wrong: [object, string][] = [
      [{ tags: ['a', 'b', 'c', 'd', 'e', 'f'] }, 'Use at most 5 tags'],
      [{ tags: ['x'.repeat(25)] }, 'Use at most 24 characters per tag'],
      [{ tags: [' '] }, 'Enter a tag'],
      [{ ownerId: rival.data.user.id }, 'Choose a member of your team'],
      [{ ownerId: 'x' }, 'Choose a member of your team'],
    ]
    for (const [change, message] of wrong) {
      const { status, body } = await at.owner.call('PUT', path, { ...nothing, question, ...change })
      expect([status, body.message], JSON.stringify(change)).toEqual([400, message])
    }
    await at.owner.get('DELETE', `/api/users/${admin.data.user.id}`)
    const { tests } = await at.owner.get('GET', at.path)
    expect(tests.map(({ owner }: AnswerTest) => owner?.id ?? null)).toEqual([at.owner.data.user.id, null])
    expect(
      await at.owner.get('PUT', `${at.path}/${mine.id}`, { ...nothing, question, ownerId: null }),
    ).toMatchObject({ owner: null })
  })

  test('covers questions of visitors that resemble its question', async () => {
    const at = await shop()
    const coverage = () => at.owner.get('GET', `${at.path}/coverage`)
    expect(await coverage()).toEqual({ questions: 0, covered: 0 })
    const asked = [question, 'how many days do I have to return the items', 'Is there a zeppelin hangar?']
    for (const text of [...asked, 'Hello!']) {
      const visitor = await (await fixtures.visitor(at.publicKey)).connect()
      await visitor.send('message:send', { text, clientId: 'q' })
      await visitor.next('message:new', ({ message }) => message.from !== 'visitor')
    }
    expect(await coverage()).toEqual({ questions: 3, covered: 0 })
    await at.owner.get('POST', at.path, { ...nothing, question })
    expect(await coverage()).toEqual({ questions: 3, covered: 2 })
    const { id } = await at.owner.get('POST', '/api/projects', { name: 'Sibling' })
    const sibling = `/api/projects/${id}/answer-tests/coverage`
    expect(await at.owner.get('GET', sibling)).toEqual({ questions: 0, covered: 0 })
    const rival = await fixtures.signUp('rival')
    expect((await rival.call('GET', `${at.path}/coverage`)).status).toBe(404)
  })

  test('is deleted with its project', async () => {
    const at = await shop()
    const { id } = await at.owner.get('POST', at.path, { ...nothing, question })
    await run(at)
    await at.owner.get('DELETE', `/api/projects/${at.projectId}`)
    expect((await at.owner.call('PUT', `${at.path}/${id}`, {})).status).toBe(404)
    const { db } = fixtures.server.app
    const left = await db.company(at.owner.data.company.id, (sql) => sql`select id from answer_test_runs`)
    expect(left).toEqual([])
  })
})

describe('unanswered questions', () => {
  async function openReport() {
    const at = await shop()
    const agentSocket = await at.owner.connect()
    async function asks(text: string, human?: string): Promise<void> {
      const visitor = await (await fixtures.visitor(at.publicKey)).connect()
      const { session } = await visitor.send('message:send', { text, clientId: 'q' })
      await visitor.next('message:new', ({ message }) => message.from !== 'visitor')
      const { sessionId } = session
      if (human)
        await agentSocket.send('message:send', { sessionId, text: human, clientId: `h-${sessionId}` })
    }
    const list = async (): Promise<UnansweredQuestion[]> =>
      (await at.owner.get('GET', `${at.path}/questions`)).questions
    return { ...at, asks, list }
  }

  test('are listed by frequency, nearly identical ones as one, with the reply of an agent', async () => {
    const at = await openReport()
    await at.asks('Do you sell gift cards?', 'Yes, from 10 euros at the till.')
    await at.asks('Is there a zeppelin hangar?')
    await at.asks('do you also sell gift cards')
    await at.asks(question)
    await at.asks('Can I talk to a real person please?')
    await at.asks('Hello!')
    await at.asks('👍')
    await at.owner.get('POST', at.path, { ...nothing, question: 'is there a zeppelin hangar' })
    expect(await at.list()).toEqual([
      expect.objectContaining({
        question: 'do you also sell gift cards',
        count: 2,
        humanAnswer: 'Yes, from 10 euros at the till.',
        isTest: false,
        isIgnored: false,
      }),
      expect.objectContaining({ question: 'Is there a zeppelin hangar?', count: 1, isTest: true }),
    ])
    const faq = { question: 'Do you sell gift cards?', answer: 'Yes, from 10 euros.' }
    await at.owner.get('POST', `/api/projects/${at.projectId}/faq`, faq)
    expect((await at.list()).map((one) => one.question)).toEqual(['Is there a zeppelin hangar?'])
  })

  test('include suggested pages that did not help, and count other hand-overs separately', async () => {
    const at = await openReport()
    const visitor = await (await fixtures.visitor(at.publicKey)).connect()
    const { session } = await visitor.send('message:send', { text: question, clientId: 'q' })
    const { message } = await visitor.next('message:new', ({ message }) => message.isAi)
    // An answer, changed into suggestions, so that the test does not depend on how the AI decides.
    const { db } = fixtures.server.app
    await db.company(at.owner.data.company.id, async (sql) => {
      await sql`update messages set meta = meta || '{"kind": "suggestions"}' where id = ${message._id}`
      await sql`
        update reply_traces set trace = trace || '{"outcome": "suggested"}' where session_id = ${session.sessionId}`
    })
    await at.asks('Can I talk to a real person please?')
    await at.asks('Is there a zeppelin hangar?')
    await at.asks('Thank you!')
    const report = () => at.owner.get('GET', `${at.path}/questions`)
    const open = { question: 'Is there a zeppelin hangar?', hadSuggestions: false }
    expect(await report()).toMatchObject({
      questions: [open],
      outcomes: {
        answered: 0,
        suggested: 1,
        handedOver: 2,
        handedOverAnyway: { askedForPerson: 1, budget: 0, turnCap: 0, failed: 0 },
      },
    })
    await visitor.send('person:request', {})
    expect((await report()).questions).toMatchObject([open, { question, hadSuggestions: true, count: 1 }])
    await visitor.send('suggestion:answer', { messageId: message._id, helped: true })
    expect((await report()).questions).toMatchObject([open])
    await visitor.send('suggestion:answer', { messageId: message._id, helped: false })
    expect((await report()).questions).toMatchObject([open, { question, hadSuggestions: true, count: 1 }])
  })

  test('are shown without card numbers and passwords, and can be ignored and restored', async () => {
    const at = await openReport()
    await at.asks('Why was my zeppelin card 4111 1111 1111 1111 refused? The password is hunter2')
    const [asked] = await at.list()
    expect(asked?.question).toBe('Why was my zeppelin card [card number] refused? The password is [password]')
    const path = `${at.path}/questions/${asked?.id}/ignored`
    await at.owner.get('PUT', path, { isIgnored: true })
    expect(await at.list()).toMatchObject([{ isIgnored: true }])
    await at.owner.get('PUT', path, { isIgnored: true })
    await at.owner.get('PUT', path, { isIgnored: false })
    expect(await at.list()).toMatchObject([{ isIgnored: false }])
    expect((await at.owner.call('PUT', path, { isIgnored: 'yes' })).status).toBe(400)
    expect((await at.owner.call('PUT', `${at.path}/questions/x/ignored`, { isIgnored: true })).status).toBe(
      404,
    )
    const rival = await fixtures.signUp('rival')
    expect((await rival.call('PUT', path, { isIgnored: true })).status).toBe(404)
    const { id } = await at.owner.get('POST', '/api/projects', { name: 'Sibling' })
    const sibling = `/api/projects/${id}/answer-tests/questions/${asked?.id}/ignored`
    expect((await at.owner.call('PUT', sibling, { isIgnored: true })).status).toBe(404)
  })
})

describe('test suggestions', () => {
  /** A project whose visitors rate answers of the AI, and whose owner corrects them. */
  async function openSuggestions() {
    const at = await shop()
    const agentSocket = await at.owner.connect()
    async function asks(text: string, { rating, comment, followUps = [] }: Reaction): Promise<void> {
      const visitor = await (await fixtures.visitor(at.publicKey)).connect()
      const { session } = await visitor.send('message:send', { text, clientId: 'q' })
      const { message } = await visitor.next('message:new', ({ message }) => message.from !== 'visitor')
      if (rating) await visitor.send('feedback', { messageId: message._id, rating, comment })
      for (const [index, line] of followUps.entries()) {
        const sent = { sessionId: session.sessionId, text: line.text, clientId: `${text} ${index}` }
        if (line.by === 'agent') await agentSocket.send('message:send', sent)
        else await visitor.send('message:send', { text: line.text, clientId: `v${index}` })
      }
    }
    const list = async (): Promise<TestSuggestion[]> =>
      (await at.owner.get('GET', `${at.path}/suggestions`)).suggestions
    return { ...at, asks, list }
  }
  type Reaction = {
    rating?: number
    comment?: string
    followUps?: { by: 'agent' | 'visitor'; text: string }[]
  }
  const correction = { by: 'agent' as const, text: 'Sale items: within 14 days. Write to kim@example.com.' }

  test('come from answers that visitors rated as not helpful and that agents corrected', async () => {
    const at = await openSuggestions()
    await at.asks(question, { rating: 1, comment: 'Call me on +49 170 1234567' })
    await at.asks('Are returns free of charge?', { followUps: [{ by: 'agent', text: 'Hello!' }, correction] })
    await at.asks(question, { rating: 5 })
    const [corrected, rated, ...others] = await at.list()
    expect(others).toEqual([])
    expect(rated).toMatchObject({
      question,
      origins: ['rated_down'],
      aiAnswer: expect.stringContaining('30 days'),
      humanAnswer: null,
      comment: 'Call me on [phone number]',
      phrases: [],
      isIgnored: false,
    })
    expect(corrected).toMatchObject({
      question: 'Are returns free of charge?',
      origins: ['corrected'],
      aiAnswer: expect.stringContaining('free of charge'),
      humanAnswer: 'Sale items: within 14 days. Write to [email].',
      comment: null,
      phrases: ['14 days'],
    })
  })

  test('are one for similar questions, and disappear with a test of the question', async () => {
    const at = await openSuggestions()
    await at.asks(question, { rating: 2 })
    await at.asks('how many days do i have to return an item', { followUps: [correction] })
    const [only, ...others] = await at.list()
    expect(others).toEqual([])
    expect(only).toMatchObject({
      origins: ['rated_down', 'corrected'],
      count: 2,
      humanAnswer: expect.stringContaining('14 days'),
    })
    await at.owner.get('POST', at.path, { ...nothing, question: only?.question })
    expect(await at.list()).toEqual([])
  })

  test("leave out a person's answer to another question", async () => {
    const at = await openSuggestions()
    await at.asks(question, {
      followUps: [{ by: 'agent', text: 'You are welcome!' }],
    })
    const asked = { by: 'visitor' as const, text: 'And do you also have a shop in Hamburg or Berlin?' }
    await at.asks(question, { followUps: [asked, { by: 'agent', text: 'Yes, in Hamburg, open 7 days.' }] })
    expect(await at.list()).toEqual([])
  })

  test('can be ignored and restored in their project', async () => {
    const at = await openSuggestions()
    await at.asks(question, { rating: 1 })
    const [asked] = await at.list()
    const path = `${at.path}/questions/${asked?.id}/ignored`
    await at.owner.get('PUT', path, { isIgnored: true })
    expect(await at.list()).toMatchObject([{ isIgnored: true }])
    await at.owner.get('PUT', path, { isIgnored: false })
    expect(await at.list()).toMatchObject([{ isIgnored: false }])
    const rival = await fixtures.signUp('rival')
    expect((await rival.call('PUT', path, { isIgnored: true })).status).toBe(404)
    expect((await rival.call('GET', `${at.path}/suggestions`)).status).toBe(404)
    const { id } = await at.owner.get('POST', '/api/projects', { name: 'Sibling' })
    const sibling = `/api/projects/${id}/answer-tests`
    expect((await at.owner.get('GET', `${sibling}/suggestions`)).suggestions).toEqual([])
    const ignored = await at.owner.call('PUT', `${sibling}/questions/${asked?.id}/ignored`, {
      isIgnored: true,
    })
    expect(ignored.status).toBe(404)
  })
})

test('a reply is compared with the expected outcome', () => {
  const source = { itemId: 'a', title: 'Returns', url: null, quote: '' }
  const reply = (kind: 'answer' | 'suggestions') =>
    ({ kind, text: 'Returns', sources: [source], model: 'm' }) as unknown as Reply
  const handover = { kind: 'handover', reason: 'no_answer', trace: { model: 'm' } } as unknown as Reply
  const expected = { ...nothing, mustSuggest: true }
  expect(evaluateReply(expected, reply('suggestions'))).toMatchObject({ isPassed: true, problems: [] })
  const cites = (itemId: string) => ({ ...expected, mustCite: { itemId, title: 'Shipping' } })
  expect(evaluateReply(cites('a'), reply('suggestions')).isPassed).toBe(true)
  expect(evaluateReply(cites('b'), reply('suggestions')).problems).toEqual([
    '“Shipping” is not among the suggested pages.',
  ])
  expect(evaluateReply(expected, reply('answer')).problems).toEqual([
    'The AI assistant answered instead of suggesting pages.',
  ])
  expect(evaluateReply(expected, handover).problems).toEqual([
    'The AI assistant handed over instead of suggesting pages: no answer was found.',
  ])
  expect(evaluateReply(nothing, reply('suggestions')).problems).toEqual([
    'The AI assistant suggested pages instead of answering.',
  ])
  expect(evaluateReply({ ...nothing, mustHandOver: true }, reply('suggestions')).problems).toEqual([
    'The AI assistant suggested pages instead of handing over to a person.',
  ])
})

test('phrases match regardless of case, whitespace and apostrophe style', () => {
  const reply = {
    kind: 'answer',
    text: 'You’ll have\n 30\u00a0Days.',
    sources: [],
    model: 'm',
  } as unknown as Reply
  const demands = { ...nothing, mustContain: ["you'll have 30 days"] }
  expect(evaluateReply(demands, reply)).toMatchObject({ isPassed: true, problems: [] })
})
