import { describe, expect, test } from 'vitest'
import { addKnowledge, createFixtures, createPublishedProject } from '../../test/fixtures/fixtures.ts'

const fixtures = createFixtures()
const returns = '# Returns\nYou may return any item within 30 days of delivery. Returns are free of charge.'
const question = 'How many days do I have to return an item?'

async function shop() {
  const owner = await fixtures.signUp()
  const { id } = await owner.get('POST', '/api/projects', { name: 'Shop' })
  const itemId = await addKnowledge(owner, id, returns)
  return { owner, id, itemId, path: `/api/projects/${id}/test-chat` }
}

const ask = (text: string) => ({ messages: [{ from: 'visitor', text }] })

describe('the test chat', () => {
  test('answers from the knowledge of a project that was never published, with sources and a trace', async () => {
    const { owner, path, itemId } = await shop()
    const { message, trace } = await owner.get('POST', path, ask(question))
    expect(message).toMatchObject({
      from: 'agent',
      type: 'text',
      isAi: true,
      agent: null,
      meta: { autoReply: true, sources: [{ itemId }], model: 'built-in' },
    })
    expect(message.text).toContain('30 days')
    expect(trace).toMatchObject({ question, outcome: 'answered', model: 'built-in' })
    expect(trace.passages).toEqual(
      expect.arrayContaining([expect.objectContaining({ itemId, isCited: true })]),
    )
  })

  test('hands over what it cannot answer', async () => {
    const { owner, path } = await shop()
    const { message, trace } = await owner.get('POST', path, ask('Who won the chess championship?'))
    expect(message).toMatchObject({ from: 'system', type: 'system', isAi: false, meta: { kind: 'handover' } })
    expect(trace.outcome).toBe(message.meta.reason)
  })

  test('reads the messages since the last answer as one question', async () => {
    const { owner, path } = await shop()
    const messages = [
      { from: 'visitor', text: 'Hello' },
      { from: 'agent', text: 'How can I help?' },
      { from: 'system', text: 'Ada joined' },
      { from: 'visitor', text: 'I want to return an item.' },
      { from: 'visitor', text: 'How many days do I have?' },
    ]
    const { trace } = await owner.get('POST', path, { messages })
    expect(trace.question).toBe('I want to return an item.\nHow many days do I have?')
  })

  test('answers a question that follows one that was not answered', async () => {
    const { owner, path } = await shop()
    const declined = { from: 'visitor', text: 'Who won the chess championship?' }
    const { message: handover } = await owner.get('POST', path, { messages: [declined] })
    expect(handover.from).toBe('system')
    const messages = [declined, { from: 'system', text: handover.text }, { from: 'visitor', text: question }]
    const { message, trace } = await owner.get('POST', path, { messages })
    expect(trace).toMatchObject({ question, outcome: 'answered' })
    expect(message.text).toContain('30 days')
  })

  test('answers a question that continues the one before a "thanks"', async () => {
    const { owner, id, path } = await shop()
    const newsletter = await addKnowledge(
      owner,
      id,
      '# Newsletter\nThe newsletter comes out every two weeks.',
    )
    await addKnowledge(owner, id, '# Reports\nReports come out every Monday.')
    const conversation = [
      { from: 'visitor', text: 'Do you have a newsletter?' },
      { from: 'agent', text: 'The newsletter comes out every two weeks.' },
      { from: 'visitor', text: 'Thank you!' },
      { from: 'agent', text: "You're welcome!" },
      { from: 'visitor', text: 'how often?' },
    ]
    const { message } = await owner.get('POST', path, { messages: conversation })
    expect(message.meta.sources).toMatchObject([{ itemId: newsletter }])
    const { message: alone } = await owner.get('POST', path, ask('how often?'))
    expect(alone.meta.sources).not.toMatchObject([{ itemId: newsletter }])
  })

  test('leaves no conversation and no question behind', async () => {
    const { owner, id, path } = await shop()
    await owner.get('POST', path, ask('Who won the chess championship?'))
    expect(await owner.get('GET', '/api/sessions')).toMatchObject({ sessions: [], total: 0 })
    expect(await owner.get('GET', `/api/projects/${id}/answer-tests/questions`)).toMatchObject({
      questions: [],
    })
  })

  test('shows a change of the profile to the owner before visitors see anything', async () => {
    const owner = await fixtures.signUp()
    const project = await createPublishedProject(owner)
    await owner.get('PUT', `/api/projects/${project.id}/agent/profile`, { agentName: 'Iris' })
    const { message } = await owner.get('POST', `/api/projects/${project.id}/test-chat`, ask('Hello'))
    expect(message.meta.agentName).toBe('Iris')
    expect((await fixtures.visitor(project.publicKey)).messages).toEqual([])
  })

  test.each([
    ['no messages', []],
    ['a last message of the agent', [{ from: 'agent', text: 'Hello' }]],
    ['an empty text', [{ from: 'visitor', text: ' ' }]],
    ['too many messages', Array.from({ length: 101 }, () => ({ from: 'visitor', text: 'Hello' }))],
    ['no list', 'Hello'],
  ])('refuses %s', async (_, messages) => {
    const { owner, path } = await shop()
    expect((await owner.call('POST', path, { messages })).status).toBe(400)
  })

  test("does not answer from another company's project", async () => {
    const { path } = await shop()
    const other = await fixtures.signUp()
    expect((await other.call('POST', path, ask(question))).status).toBe(404)
  })

  test('proposes questions about headings of the knowledge that have an answer', async () => {
    const { owner, id, path } = await shop()
    await addKnowledge(
      owner,
      id,
      '# Lieferung\nDie Lieferung kostet 5 Euro und dauert zwei Tage. Ab 50 Euro ist sie kostenlos.',
    )
    await addKnowledge(owner, id, '# Can I pay by card?\nYes, we accept all cards.\n# Shop\nWe are a shop.')
    const { questions } = await owner.get('GET', `${path}/questions`)
    expect(questions[0]).toBe('Can I pay by card?')
    expect(questions.slice(1).toSorted()).toEqual([
      'Was sollte ich über „Lieferung“ wissen?',
      'What should I know about “Returns”?',
    ])
    for (const one of questions)
      expect((await owner.get('POST', path, ask(one))).trace.outcome).toBe('answered')
  })

  test('proposes no question without knowledge, or about disabled texts', async () => {
    const { owner, id, itemId, path } = await shop()
    expect((await owner.get('GET', `${path}/questions`)).questions).toHaveLength(1)
    await owner.get('PATCH', `/api/projects/${id}/agent/kb/${itemId}`, { isEnabled: false })
    expect((await owner.get('GET', `${path}/questions`)).questions).toEqual([])
  })
})
