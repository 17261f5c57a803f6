import { describe, expect, test } from 'vitest'
import {
  addKnowledge,
  createFixtures,
  createPrivateFixtures,
  createPublishedProject,
  listMessages,
} from '../../test/fixtures/fixtures.ts'
import { connect, type Person, type RealtimeClient, signUp } from '../../test/kit/client.ts'
import { type Answer, type Asked, type Script, sharedModelServer } from '../../test/kit/model-server.ts'
import { serverForThisTest, type TestServer } from '../../test/kit/server.ts'
import { startVisit } from '../ops/seed/api-client.ts'

const model = await sharedModelServer()
const ai = { baseUrl: model.baseUrl, model: 'test-model', apiKey: 'key' }
const fixtures = createFixtures()
const withModel = createPrivateFixtures({ ai })
const original = 'hey, your parcel 4711 comes on friday, see https://shop.example.com/track'
const polite = 'Good day. Your parcel 4711 will arrive on Friday; please see https://shop.example.com/track'
const knowledge = '# Returns\nYou may return any item within 30 days of delivery. Returns are free of charge.'

type TestSetup = {
  owner: Person
  agentSocket: RealtimeClient
  visitor: RealtimeClient
  sessionId: string
  projectId: string
  server: Pick<TestServer, 'url' | 'logged'>
}

/** A conversation. The model answers as the script says; without one, the server has no model. `asked` has the requests since then. */
async function setupWith(
  script: Script | null,
  server: TestSetup['server'] = script ? withModel.server : fixtures.server,
): Promise<TestSetup & { asked: Asked[] }> {
  const asked = model.use(script ?? (() => ({})))
  const owner = await signUp(server.url, 'acme')
  const project = await createPublishedProject(owner)
  await addKnowledge(owner, project.id, knowledge)
  const { visitorToken } = await startVisit(server.url, project.publicKey)
  const visitor = await connect(`${server.url}/visitor`, { visitorToken })
  const { session } = await visitor.send('message:send', {
    text: 'How long can I return an item?',
    clientId: 'q',
  })
  const agentSocket = await owner.connect()
  const { sessionId } = session
  return { owner, agentSocket, visitor, sessionId, projectId: project.id, server, asked }
}

function say({ agentSocket, sessionId }: TestSetup, clientId: string, more: object = {}, text = original) {
  const writingAssistant = { enabled: true, tone: 'friendly' }
  // Longer than the limit of a rewrite, for slow machines.
  return agentSocket.socket
    .timeout(20_000)
    .emitWithAck('message:send', { sessionId, text, clientId, writingAssistant, ...more })
}

const fromAgent = ({ message }: { message: { from: string } }) => message.from === 'agent'

describe('Writing Assistant', () => {
  test('rewrites before sending with the company’s prompt, and shows the original to staff only', async () => {
    const at = await setupWith(() => ({ text: `"${polite}"` }))
    await at.owner.get('PUT', '/api/superadmin/prompts/rewrite', {
      text: 'Make it {tone} for {companyName}.',
    })
    const { success, message } = await say(at, 'a')
    expect(success).toBe(true)
    expect(message).toMatchObject({
      text: polite,
      from: 'agent',
      isAi: false,
      meta: { original, writingAssistant: { tone: 'friendly', isApplied: true } },
    })
    const { message: seen } = await at.visitor.next('message:new', fromAgent)
    expect(seen).toMatchObject({ text: polite, meta: {} })
    expect(JSON.stringify(seen)).not.toContain('hey,')
    const [system, user] = at.asked[0]?.messages ?? []
    expect(system?.content).toContain('Make it Friendly for The acme company.')
    expect(system?.content).not.toContain('4711')
    expect(user).toMatchObject({ role: 'user', content: expect.stringContaining(original) })
    // The same clientId is the same message, and the model is not called again.
    expect((await say(at, 'a')).message).toEqual(message)
    expect(at.asked).toHaveLength(1)
  })

  test('does not call the model when it is off, the send is refused or the rewrite was previewed', async () => {
    const at = await setupWith(() => ({ text: polite }))
    for (const choice of [undefined, null, {}, { enabled: false, tone: 'formal' }, { enabled: 0 }]) {
      const { message } = await say(at, `c-${JSON.stringify(choice)}`, { writingAssistant: choice })
      expect(message).toMatchObject({ text: original, meta: {} })
    }
    const previewed = { enabled: 1, tone: 'neutral', original: 'as I wrote it' }
    const { message } = await say(at, 'p', { writingAssistant: previewed })
    expect(message).toMatchObject({
      text: original,
      meta: { original: 'as I wrote it', writingAssistant: { tone: 'neutral', isApplied: true } },
    })
    expect(at.asked).toHaveLength(0)
    for (const choice of ['on', { enabled: 'true' }, { enabled: 2 }, { enabled: true, tone: 'rude' }, []]) {
      expect(await say(at, 'x', { writingAssistant: choice }), JSON.stringify(choice)).toMatchObject({
        success: false,
      })
    }
    expect(await listMessages(at.owner, at.sessionId)).toHaveLength(7)
    expect(await say(at, 'y', { projectId: at.sessionId })).toMatchObject({ success: false })
    await at.owner.get('PATCH', `/api/sessions/${at.sessionId}/status`, { status: 'closed' })
    expect(await say(at, 'z')).toMatchObject({ success: false, error: 'This conversation is closed' })
    expect(at.asked).toHaveLength(0)
  })

  test('sends the original with the reason when the model fails or changes the message', async () => {
    let next: Answer = {}
    const at = await setupWith(() => next)
    const loggedBefore = at.server.logged.length
    const cases: [Answer, string][] = [
      [{ text: 'Blah. '.repeat(600) }, 'model_failed'],
      [{ text: polite.replace('4711', '4712') }, 'changed_facts'],
      [{ text: polite.split(';')[0] as string }, 'changed_facts'],
      [{ text: ' … ' }, 'model_failed'],
      [{ raw: '<html>502</html>' }, 'model_failed'],
      [{ status: 500, text: 'boom' }, 'model_failed'],
    ]
    for (const [said, problem] of cases) {
      next = said
      const { message } = await say(at, JSON.stringify(said).slice(0, 90))
      expect(message, JSON.stringify(said)).toMatchObject({ text: original })
      expect(message.meta).toEqual({ writingAssistant: { tone: 'friendly', isApplied: false, problem } })
    }
    expect(
      at.server.logged.slice(loggedBefore).filter((line) => line.includes('message sent as written')),
    ).toHaveLength(6)
    const { text } = await at.owner.get('POST', `/api/sessions/${at.sessionId}/suggestion`)
    expect(text).toContain('within 30 days')
  })

  test.each<[string, Answer]>([
    ['hangs', { afterMs: 60_000 }],
    ['asks to retry after more than 6 s', { status: 429, headers: { 'retry-after': '60' } }],
  ])(
    'a model that %s delays a message by 6 s at most, and later messages keep their order',
    async (_, answer) => {
      const at = await setupWith(() => answer)
      const sent = [say(at, 'a'), say(at, 'b', { writingAssistant: null }, 'and goodbye')]
      const [first, second] = await Promise.all(sent)
      expect(first.message).toMatchObject({ seq: 2, meta: { writingAssistant: { problem: 'model_failed' } } })
      expect(second.message).toMatchObject({ seq: 3, text: 'and goodbye', meta: {} })
    },
  )

  test('reports that it is unavailable without a model, and messages are sent as written', async () => {
    const at = await setupWith(null)
    const { isAvailable, note } = await at.owner.get('GET', '/api/writing-assistant')
    expect({ isAvailable, note }).toEqual({
      isAvailable: false,
      note: expect.stringContaining("isn't set up"),
    })
    const { message } = await say(at, 'a')
    expect(message).toMatchObject({ text: original, meta: { writingAssistant: { problem: 'no_model' } } })
    const path = `/api/sessions/${at.sessionId}/rewrite`
    expect(await at.owner.get('POST', path, { text: original, tone: 'formal' })).toMatchObject({
      text: null,
      problem: 'no_model',
      note: expect.stringContaining("isn't set up"),
    })
  })

  test('previews without sending, and is rate limited', async () => {
    const at = await setupWith(() => ({ text: polite }), await serverForThisTest({ ai, limitScale: 0.05 }))
    expect(await at.owner.get('GET', '/api/writing-assistant')).toEqual({ isAvailable: true, note: null })
    const path = `/api/sessions/${at.sessionId}/rewrite`
    const form = { text: original, tone: 'formal' }
    for (let count = 0; count < 2; count++) {
      expect(await at.owner.get('POST', path, form)).toEqual({ text: polite, problem: null, note: null })
    }
    expect(await at.owner.get('POST', path, form)).toMatchObject({ text: null, problem: 'too_many' })
    expect(await listMessages(at.owner, at.sessionId)).toHaveLength(1)
  })
})

describe('a suggestion', () => {
  test('is drafted from the knowledge with its sources, and nothing is sent', async () => {
    const at = await setupWith(null)
    const path = `/api/sessions/${at.sessionId}/suggestion`
    expect(await at.owner.get('POST', path)).toMatchObject({
      text: expect.stringContaining('within 30 days'),
      sources: [{ title: 'Returns' }],
      model: 'built-in',
      note: null,
    })
    await say(at, 'a', { writingAssistant: null }, 'One moment.')
    // A message of an agent in between does not hide the question.
    expect((await at.owner.get('POST', path)).text).toContain('within 30 days')
    await at.visitor.send('message:send', { text: 'Who won the chess championship?', clientId: 'q2' })
    expect(await at.owner.get('POST', path)).toMatchObject({
      text: null,
      note: expect.stringContaining('knowledge'),
    })
    expect(await listMessages(at.owner, at.sessionId)).toHaveLength(3)
  })
})
