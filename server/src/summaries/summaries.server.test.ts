import type { Summary } from '@aichat/contracts/chat/summaries'
import { expect, test } from 'vitest'
import {
  addKnowledge,
  askQuestion,
  createFixtures,
  createPrivateFixtures,
  createPublishedProject,
  isReply,
  listMessages,
} from '../../test/fixtures/fixtures.ts'
import { type Person, type RealtimeClient, visit } from '../../test/kit/client.ts'
import { type Answer, type Asked, sharedModelServer } from '../../test/kit/model-server.ts'

const model = await sharedModelServer()
const fixtures = createFixtures()
const withModel = createPrivateFixtures({
  ai: { baseUrl: model.baseUrl, model: 'test-model', apiKey: 'key' },
})
const knowledge = '# Returns\nYou may return any item within 30 days of delivery. Returns are free of charge.'

type Conversation = { owner: Person; visitor: RealtimeClient; sessionId: string; path: string }

/** The AI has answered the visitor's first question. */
async function startConversation(owner: Person, url: string): Promise<Conversation> {
  const project = await createPublishedProject(owner, { agent: { autoReply: true, autoReplyRateLimit: 5 } })
  await addKnowledge(owner, project.id, knowledge)
  const visitor = await (await visit(url, project.publicKey)).connect()
  const sessionId = await askQuestion(visitor, 'How long can I return an item?')
  await visitor.next('message:new', isReply)
  return { owner, visitor, sessionId, path: `/api/sessions/${sessionId}/summary` }
}

async function reply({ owner, sessionId }: Conversation, text: string): Promise<void> {
  await owner.get('POST', `/api/sessions/${sessionId}/messages`, { text, clientId: text })
}

test('without a model, lists the questions with what was answered and cited, the form and the reason', async () => {
  const at = await startConversation(await fixtures.signUp(), fixtures.server.url)
  await at.visitor.send('message:send', { text: 'Can I talk to a human?', clientId: 'q2' })
  await at.visitor.send('message:send', { text: 'It is about order 4711', clientId: 'q3' })
  await at.visitor.next('message:new', ({ message }) => message.meta.kind === 'handover')
  const waiting: Summary = await at.owner.get('GET', at.path)
  expect(waiting.handoverReason).toBe('asked_for_person')
  await reply(at, 'I am looking at it.')
  await at.owner.get('POST', `/api/sessions/${at.sessionId}/notes`, {
    text: 'A secret of the team',
    mentions: [],
  })
  const summary: Summary = await at.owner.get('GET', at.path)
  const messages = await listMessages(at.owner, at.sessionId)
  expect(summary).toMatchObject({
    untilSeq: messages.at(-1)?.seq,
    untilAt: messages.at(-1)?.createdAt,
    omittedExchanges: 0,
    form: {},
    handoverReason: null,
    written: null,
    canWrite: false,
    exchanges: [
      {
        questions: ['How long can I return an item?'],
        replies: [
          {
            kind: 'answer',
            isAi: true,
            text: expect.stringContaining('30 days'),
            sources: [{ title: 'Returns' }],
          },
        ],
      },
      {
        questions: ['Can I talk to a human?', 'It is about order 4711'],
        replies: [
          { isAi: false, agentName: at.owner.data.user.name, text: 'I am looking at it.', sources: [] },
        ],
      },
    ],
  })
  expect(JSON.stringify(summary)).not.toContain('secret')
  expect(await at.owner.get('POST', at.path)).toEqual(summary)
})

test('lists what the visitor entered in the form', async () => {
  const owner = await fixtures.signUp()
  const project = await createPublishedProject(owner, {
    realtime: { preChat: { enabled: true, mode: 'on_start' } },
  })
  const visitor = await (await visit(fixtures.server.url, project.publicKey)).connect()
  const fields = { name: 'Ada', email: 'ada@example.com' }
  await visitor.send('prechat:submit', { fields })
  const { session } = await visitor.send('message:send', { text: 'Do you ship to Norway?', clientId: 'q' })
  const summary: Summary = await owner.get('GET', `/api/sessions/${session.sessionId}/summary`)
  expect(summary).toMatchObject({ form: fields, exchanges: [{ questions: ['Do you ship to Norway?'] }] })
})

test('shows the first and the newest two exchanges, and counts the others', async () => {
  const owner = await fixtures.signUp()
  const project = await createPublishedProject(owner)
  const visitor = await (await visit(fixtures.server.url, project.publicKey)).connect()
  const { session } = await visitor.send('message:send', { text: 'Question 1', clientId: 'q1' })
  const path = `/api/sessions/${session.sessionId}`
  await owner.get('PATCH', `${path}/auto-reply`, { enabled: false })
  for (let number = 1; number <= 6; number++) {
    await owner.get('POST', `${path}/messages`, { text: 'a'.repeat(1000), clientId: `a${number}` })
    await visitor.send('message:send', { text: `Question ${number + 1}`, clientId: `q${number + 1}` })
  }
  const summary: Summary = await owner.get('GET', `${path}/summary`)
  expect(summary.omittedExchanges).toBe(4)
  expect(summary.exchanges.map(({ questions }) => questions)).toEqual(
    [1, 6, 7].map((one) => [`Question ${one}`]),
  )
  expect(summary.exchanges.at(-1)?.replies).toEqual([])
  expect(summary.exchanges[0]?.replies[0]?.text).toMatch(/^a{279}…$/)
})

const isSummary = ({ messages }: Asked) => messages[0]?.content.includes('Sum up') ?? false

/** A conversation that is long enough for a summary of the model, which answers summaries with `next`. */
async function startWithModel() {
  let next: Answer = {}
  const asked = model.use((request) =>
    isSummary(request) ? next : { text: 'You may return any item within 30 days of delivery. [1]' },
  )
  const at = await startConversation(await withModel.signUp(), withModel.server.url)
  await reply(at, 'Hello, this is Tom.')
  await at.visitor.send('message:send', { text: 'My card is 4111 1111 1111 1111', clientId: 'q2' })
  await reply(at, 'Never send it here.')
  const notes = `/api/sessions/${at.sessionId}/notes`
  await at.owner.get('POST', notes, { text: 'A secret of the team', mentions: [] })
  return {
    ...at,
    setAnswer: (answer: Answer) => {
      next = answer
    },
    listAsked: () => asked.filter(isSummary),
  }
}

test('with a model, is written once up to a message, and again when the conversation or the prompt changes', async () => {
  const at = await startWithModel()
  const text = 'The visitor asked how long an item can be returned. The AI answered: 30 days.'
  at.setAnswer({ text })
  const before: Summary = await at.owner.get('GET', at.path)
  expect(before).toMatchObject({ written: null, canWrite: true })
  const both: Summary[] = await Promise.all([at.owner.get('POST', at.path), at.owner.get('POST', at.path)])
  for (const { written, canWrite } of both) {
    expect(canWrite).toBe(false)
    expect(written).toMatchObject({ text, untilSeq: before.untilSeq, model: 'test-model', promptVersion: 0 })
  }
  const [{ messages = [] } = {}] = at.listAsked()
  expect(at.listAsked()).toHaveLength(1)
  expect(messages[1]?.content).toContain('Visitor: My card is [card number]')
  expect(JSON.stringify(messages)).not.toContain('secret')

  await at.visitor.send('message:send', { text: 'And is it free?', clientId: 'q3' })
  const stale: Summary = await at.owner.get('GET', at.path)
  expect(stale).toMatchObject({ canWrite: true, written: { text, untilSeq: before.untilSeq } })
  expect(stale.untilSeq).toBeGreaterThan(before.untilSeq)
  expect((await at.owner.get('POST', at.path)).written.untilSeq).toBeGreaterThanOrEqual(stale.untilSeq)

  await at.owner.get('PUT', '/api/superadmin/prompts/summary', { text: 'Sum up for {companyName}, briefly.' })
  expect(await at.owner.get('GET', at.path)).toMatchObject({ canWrite: true })
  expect((await at.owner.get('POST', at.path)).written.promptVersion).toBe(1)
  expect(at.listAsked().at(-1)?.messages[0]?.content).toContain('briefly')
})

test('shows no fact of the model that is not in the conversation, and lists the messages when it fails', async () => {
  const at = await startWithModel()
  const honest = 'The visitor asked how long an item can be returned.'
  at.setAnswer({ text: `${honest} Maria promised a refund of €99 by Friday.` })
  expect((await at.owner.get('POST', at.path)).written.text).toBe(honest)
  await at.visitor.send('message:send', { text: 'Hello?', clientId: 'q4' })
  const loggedBefore = withModel.server.logged.length
  for (const answer of [{ text: 'Call +49 40 5550199.' }, { status: 500, text: 'boom' }, { raw: '<html>' }]) {
    at.setAnswer(answer)
    const summary: Summary = await at.owner.get('POST', at.path)
    expect(summary).toMatchObject({ written: { text: honest }, canWrite: true })
    expect(summary.exchanges.length).toBeGreaterThan(1)
  }
  const logged = withModel.server.logged.slice(loggedBefore).join('\n')
  expect(logged).toContain('failed to write a summary')
  expect(logged).not.toContain('return an item')
})

test('is deleted with the conversation, also while the model writes', async () => {
  const at = await startWithModel()
  at.setAnswer({ text: 'The visitor asked how long an item can be returned.', afterMs: 500 })
  const writing = at.owner.call('POST', at.path)
  await expect.poll(() => at.listAsked().length).toBe(1)
  await at.owner.get('DELETE', `/api/sessions/${at.sessionId}/visitor`)
  expect((await writing).status).toBe(404)
  expect((await at.owner.call('GET', at.path)).status).toBe(404)
})
