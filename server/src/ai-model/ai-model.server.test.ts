import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { AuditEvent } from '@aichat/contracts/audit'
import { afterAll, describe, expect, onTestFinished, test } from 'vitest'
import { type Person, signUp } from '../../test/client.ts'
import { vectorTest } from '../../test/engine.ts'
import { addKnowledge, createPrivateFixtures } from '../../test/fixtures.ts'
import { listedModels, modelServer, sharedModelServer } from '../../test/model-server.ts'
import { serverForThisTest } from '../../test/server.ts'
import { createEncryption } from '../kit/security/encryption.ts'
import { listWithoutVectors } from '../knowledge/store.ts'

const returns = '# Returns\nYou may return any item within 30 days of delivery. Returns are free of charge.'
const question = 'How many days do I have to return an item?'

let embed: (text: string) => number[] = () => []
const model = await sharedModelServer((text) => embed(text))
const offered = await modelServer(() => ({ text: 'The installation says 30 days. [1]' }), undefined, afterAll)
const hostOf = (baseUrl: string) => new URL(baseUrl).host
const allow = [hostOf(model.baseUrl), hostOf(offered.baseUrl)]
const fixtures = createPrivateFixtures({ fetchAllow: allow })
const withModel = createPrivateFixtures({
  fetchAllow: allow,
  ai: { baseUrl: offered.baseUrl, model: 'offered', apiKey: 'operator key' },
})

const own = { source: 'company', provider: 'openai', baseUrl: model.baseUrl, model: 'small' }
const path = '/api/ai-model'

async function shop(owner: Person) {
  const { id } = await owner.get('POST', '/api/projects', { name: 'Shop' })
  await addKnowledge(owner, id, returns)
  const ask = async () =>
    (
      await owner.get('POST', `/api/projects/${id}/test-chat`, {
        messages: [{ from: 'visitor', text: question }],
      })
    ).message
  return { id, ask }
}

describe('the AI model of a company', () => {
  test('is the built-in AI at first, and the installation’s model where there is one', async () => {
    expect(await (await fixtures.signUp()).get('GET', path)).toEqual({
      source: 'builtin',
      provider: null,
      baseUrl: null,
      model: null,
      embeddingModel: null,
      hasKey: false,
      prices: null,
      mayChange: true,
      installationModel: null,
      quotaState: 'ok',
      own: null,
    })
    expect(await (await withModel.signUp()).get('GET', path)).toMatchObject({
      source: 'installation',
      provider: 'openai',
      model: 'offered',
      installationModel: 'offered',
      mayChange: true,
    })
  })

  test('answers visitors from the next message on, with the key that is never shown again', async () => {
    const asked = model.use(() => ({ text: 'You have 30 days for it. [1]' }))
    const owner = await fixtures.signUp()
    const { ask } = await shop(owner)
    expect((await ask()).meta.model).toBe('built-in')
    const saved = await owner.get('PUT', path, { ...own, apiKey: 'sk-secret' })
    expect(saved).toMatchObject({ ...own, embeddingModel: null, hasKey: true, mayChange: true })
    expect(JSON.stringify(saved)).not.toContain('sk-secret')
    const { text, meta } = await ask()
    expect(text).toContain('You have 30 days for it.')
    expect(meta.model).toBe('small')
    expect(asked.at(-1)?.authorization).toBe('Bearer sk-secret')
    expect(JSON.stringify(await owner.get('GET', path))).not.toContain('sk-secret')
  })

  test('can be on a server with Anthropic’s API', async () => {
    const asked = model.use(() => ({ text: 'You have 30 days for it. [1]' }))
    const owner = await fixtures.signUp()
    const { ask } = await shop(owner)
    await owner.get('PUT', path, { ...own, provider: 'anthropic', apiKey: 'sk-ant' })
    expect((await ask()).text).toContain('You have 30 days for it.')
    expect(asked.at(-1)).toMatchObject({ anthropicKey: 'sk-ant', authorization: undefined })
  })

  test('gets the /v1 that was left out of its address', async () => {
    model.use(() => ({ text: 'Ok.' }))
    const owner = await fixtures.signUp()
    const { origin } = new URL(model.baseUrl)
    expect(await owner.get('PUT', path, { ...own, baseUrl: `${origin}/` })).toMatchObject({
      baseUrl: model.baseUrl,
    })
  })

  test('may be on a server that has no list of models and only streams', async () => {
    const server = createServer((request, response) => {
      const isAsked = request.url === '/v1/chat/completions'
      response.writeHead(isAsked ? 200 : 404, { 'content-type': 'text/event-stream' })
      const choices = [{ index: 0, delta: { content: 'Ok.' }, finish_reason: 'stop' }]
      response.end(isAsked ? `data: ${JSON.stringify({ id: 'x', choices })}\n\ndata: [DONE]\n\n` : '')
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    onTestFinished(() => void server.close())
    const host = `127.0.0.1:${(server.address() as AddressInfo).port}`
    const { url } = await serverForThisTest({ fetchAllow: [host] })
    const owner = await signUp(url, 'acme')
    expect(await owner.get('PUT', path, { ...own, baseUrl: `http://${host}` })).toMatchObject({
      source: 'company',
      baseUrl: `http://${host}/v1`,
    })
  })

  test('keeps its key at the same address, and loses it with the address', async () => {
    const asked = model.use(() => ({ text: 'Ok.' }))
    const owner = await fixtures.signUp()
    await owner.get('PUT', path, { ...own, apiKey: 'sk-secret' })
    expect(await owner.get('PUT', path, { ...own, model: 'large' })).toMatchObject({ hasKey: true })
    expect(asked.at(-1)).toMatchObject({ model: 'large', authorization: 'Bearer sk-secret' })
    const elsewhere = { ...own, baseUrl: offered.baseUrl }
    const before = offered.asked.length
    expect((await owner.get('POST', `${path}/test`, elsewhere)).ok).toBe(true)
    expect(await owner.get('PUT', path, elsewhere)).toMatchObject({ hasKey: false })
    expect(offered.asked.slice(before).map(({ authorization }) => authorization)).toEqual([
      undefined,
      undefined,
    ])
    await owner.get('PUT', path, own)
    expect(await owner.get('GET', path)).toMatchObject({ hasKey: false })
  })

  test('loses its key with an empty one', async () => {
    model.use(() => ({ text: 'Ok.' }))
    const owner = await fixtures.signUp()
    await owner.get('PUT', path, { ...own, apiKey: 'sk-secret' })
    expect(await owner.get('PUT', path, { ...own, apiKey: '' })).toMatchObject({ hasKey: false })
  })

  test('is kept while another source is used', async () => {
    model.use(() => ({ text: 'You have 30 days for it. [1]' }))
    const owner = await withModel.signUp()
    const { ask } = await shop(owner)
    await owner.get('PUT', path, { ...own, apiKey: 'sk-secret' })
    expect((await ask()).meta.model).toBe('small')
    expect(await owner.get('PUT', path, { source: 'builtin' })).toMatchObject({
      source: 'builtin',
      model: null,
      own: { model: 'small', hasKey: true },
    })
    expect((await ask()).meta.model).toBe('built-in')
    await owner.get('PUT', path, { source: 'installation' })
    expect((await ask()).text).toContain('The installation says 30 days.')
    await owner.get('PUT', path, own)
    expect((await ask()).meta.model).toBe('small')
  })

  test('belongs to one company', async () => {
    model.use(() => ({ text: 'You have 30 days for it. [1]' }))
    const owner = await fixtures.signUp()
    await owner.get('PUT', path, own)
    const other = await fixtures.signUp()
    const { ask } = await shop(other)
    expect((await ask()).meta.model).toBe('built-in')
    expect(await other.get('GET', path)).toMatchObject({ source: 'builtin', own: null })
  })

  test('writes replies for agents and names itself on the Agents tab', async () => {
    model.use(() => ({ text: 'Good day.' }))
    const owner = await fixtures.signUp()
    const { id } = await shop(owner)
    expect(await owner.get('GET', '/api/writing-assistant')).toMatchObject({ isAvailable: false })
    await owner.get('PUT', path, own)
    expect(await owner.get('GET', '/api/writing-assistant')).toMatchObject({ isAvailable: true })
    expect(await owner.get('GET', `/api/projects/${id}/agent/data-use`)).toEqual({
      model: { name: 'small', host: hostOf(model.baseUrl) },
      embedding: null,
    })
  })
})

describe('an embedding model of the company', () => {
  vectorTest('embeds what is added, what was there before, and questions', async () => {
    model.use(() => ({ text: 'You have 30 days for it. [1]' }))
    embed = () => [0.6, 0.8]
    const owner = await fixtures.signUp()
    const { id, ask } = await shop(owner)
    const status = () => owner.get('GET', `/api/projects/${id}/agent/search`)
    expect(await status()).toMatchObject({ meaning: 'off', embeddingModel: null })
    const listMissing = () =>
      fixtures.server.app.db.lookup((sql) =>
        listWithoutVectors(sql, { defaultModel: null, allowsCompanyModels: true }, 100),
      )
    expect(await listMissing()).toEqual([])
    await owner.get('PUT', path, { ...own, embeddingModel: 'e' })
    expect(await status()).toMatchObject({ meaning: 'on', embeddingModel: 'e', chunksWithoutMeaning: 1 })
    expect(await listMissing()).toMatchObject([{ projectId: id }])
    await addKnowledge(owner, id, '# Delivery\nDelivery takes 2 days.')
    expect(await status()).toMatchObject({ chunksWithoutMeaning: 1 })
    const before = model.embedded.length
    await ask()
    expect(model.embedded.slice(before)).toEqual([question])
    await owner.get('PUT', path, { source: 'builtin' })
    expect(await status()).toMatchObject({ meaning: 'off' })
    expect(await listMissing()).toEqual([])
  })
})

test('a key that was encrypted with another secret does not silence the AI', async () => {
  model.use(() => ({ text: 'You have 30 days for it. [1]' }))
  const { server } = fixtures
  const owner = await fixtures.signUp()
  const { ask } = await shop(owner)
  await owner.get('PUT', path, { ...own, apiKey: 'sk-secret' })
  const { encrypt } = createEncryption({
    appSecret: 'of another installation'.padEnd(32),
    previousAppSecret: null,
  })
  const companyId = owner.data.company.id
  await server.app.db.company(
    companyId,
    (sql) => sql`update ai_models set encrypted_secret = ${encrypt('sk-secret')}, version = version + 1`,
  )
  server.app.models.invalidate(companyId)
  expect((await ask()).meta.model).toBe('built-in')
  expect(server.logged.join('')).toContain("failed to open the company's AI model")
  expect(await owner.get('PUT', path, own)).toMatchObject({ source: 'company', hasKey: false })
  expect((await ask()).meta.model).toBe('small')
})

test('the audit log shows who has changed the model, and never a key', async () => {
  model.use(() => ({ text: 'Ok.' }))
  const owner = await fixtures.signUp()
  await owner.get('PUT', path, { ...own, apiKey: 'sk-secret' })
  await owner.get('PUT', path, { ...own, apiKey: 'sk-other' })
  const { events } = await owner.get('GET', '/api/audit?action=ai_model_changed')
  const [second, first] = events.map(({ subject }: AuditEvent) => subject?.changes)
  expect(first).toEqual(
    expect.arrayContaining([
      { field: 'source', from: 'builtin', to: 'company' },
      { field: 'apiKey', from: '', to: 'set' },
    ]),
  )
  expect(second).toEqual([{ field: 'apiKey', from: 'set', to: 'replaced' }])
})

describe('a model that does not work', () => {
  test.each([
    ['rejects the key', { status: 401, raw: '{}' }, 'The server rejected the API key.'],
    ['is unknown', { status: 404, raw: '{}' }, "The server doesn't have this model"],
    ['costs more than the credit', { status: 402, raw: '{}' }, 'The server limits your requests.'],
    ['fails', { status: 501, raw: '{"secret":"internal"}' }, 'The server answered with an error (501).'],
    ['answers nothing', { text: '' }, 'The model answered nothing.'],
  ])('that %s is not used, and the previous one goes on', async (_, answer, sentence) => {
    const owner = await withModel.signUp()
    const { ask } = await shop(owner)
    model.use(() => answer)
    const refused = await owner.call('PUT', path, own)
    expect(refused).toMatchObject({ status: 400, body: { code: 'model_failed' } })
    expect(refused.body.message).toContain(sentence)
    expect(await owner.get('POST', `${path}/test`, own)).toMatchObject({
      ok: false,
      models: listedModels,
      answers: [],
      error: refused.body.message,
    })
    expect(await owner.get('GET', path)).toMatchObject({ source: 'installation', own: null })
    expect((await ask()).text).toContain('The installation says 30 days.')
  })

  test('later is replaced by the built-in AI in every answer', async () => {
    const owner = await fixtures.signUp()
    const { ask } = await shop(owner)
    model.use(() => ({ text: 'Ok.' }))
    await owner.get('PUT', path, own)
    model.use(() => ({ status: 400, raw: '{}' }))
    const { text, meta } = await ask()
    expect(text).toContain('30 days')
    expect(meta.model).toBe('built-in')
  })

  test('is not used without a name, and Anthropic has no embeddings', async () => {
    const owner = await fixtures.signUp()
    const refused = async (body: object) => (await owner.call('PUT', path, body)).body.errors[0]
    expect(await refused({ ...own, model: '' })).toMatchObject({ field: 'model' })
    expect(await refused({ ...own, provider: 'anthropic', embeddingModel: 'e' })).toMatchObject({
      field: 'embeddingModel',
    })
    expect(await refused({ source: 'installation' })).toMatchObject({ field: 'source' })
    expect(await refused({ source: 'other' })).toMatchObject({ field: 'source' })
    for (const baseUrl of ['ftp://example.com', `${own.baseUrl}?key=1`, 'https://a:b@example.com/v1'])
      expect(await refused({ ...own, baseUrl })).toMatchObject({ field: 'baseUrl' })
    for (const apiKey of ['two words', 'clé'])
      expect(await refused({ ...own, apiKey })).toMatchObject({ field: 'apiKey' })
  })
})

describe('the address of a model', () => {
  test.each([
    'http://127.0.0.1:9',
    'http://localhost:11434/v1',
    'http://10.0.0.7/v1',
    'http://169.254.169.254/latest',
    'https://[::1]/v1',
    'http://192.0.2.7/v1',
    'https://127.0.0.1:22',
    'http://localhost:3000/v1',
  ])('%s is refused unless the operator allows it', async (baseUrl) => {
    const owner = await fixtures.signUp()
    for (const [method, at] of [
      ['PUT', path],
      ['POST', `${path}/test`],
    ] as const) {
      const { status, body } = await owner.call(method, at, { ...own, baseUrl })
      expect(status).toBe(400)
      expect(body.message.length).toBeGreaterThan(10)
    }
  })

  test('leads nowhere else by a redirect', async () => {
    let redirected = 0
    const server = createServer((_, response) => {
      redirected++
      response.writeHead(307, { location: `${offered.baseUrl}/chat/completions` }).end()
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    onTestFinished(() => void server.close())
    const host = `127.0.0.1:${(server.address() as AddressInfo).port}`
    const { url } = await serverForThisTest({ fetchAllow: [host, hostOf(offered.baseUrl)] })
    const owner = await signUp(url, 'acme')
    const before = offered.asked.length
    const { ok, error } = await owner.get('POST', `${path}/test`, { ...own, baseUrl: `http://${host}/v1` })
    expect({ ok, error }).toEqual({
      ok: false,
      error: "The server couldn't be reached. Check the address, and that the server is running.",
    })
    expect(redirected).toBeGreaterThan(0)
    expect(offered.asked).toHaveLength(before)
  })
})

describe('a test', () => {
  test('lists the models of a server, and stores nothing', async () => {
    const owner = await fixtures.signUp()
    expect(await owner.get('POST', `${path}/test`, { ...own, model: '' })).toEqual({
      ok: true,
      baseUrl: model.baseUrl,
      models: listedModels,
      answers: [],
      error: null,
    })
    expect(await owner.get('GET', path)).toMatchObject({ source: 'builtin', own: null })
  })

  test('answers three of the company’s questions, with times and prices', async () => {
    const owner = await fixtures.signUp()
    const { id } = await shop(owner)
    const questions = [question, 'What does a return cost?', 'May I return a used item?']
    const noDemands = { mustContain: [], mustCite: null, mustHandOver: false }
    for (const one of questions)
      await owner.get('POST', `/api/projects/${id}/answer-tests`, { question: one, ...noDemands })
    model.use(({ messages }) =>
      messages.at(-1)?.content.includes('Say ok')
        ? { text: 'Ok.' }
        : { text: 'You have 30 days for it. [1]', usage: { input: 1000, output: 10 } },
    )
    const { ok, answers } = await owner.get('POST', `${path}/test`, {
      ...own,
      prices: { input: 1, output: 10 },
    })
    expect(ok).toBe(true)
    expect(answers.map((one: { question: string }) => one.question).sort()).toEqual(questions.toSorted())
    for (const answer of answers) {
      expect(answer).toMatchObject({ outcome: 'answer', estimatedCost: 0.0011 })
      expect(answer.text).toContain('You have 30 days for it.')
      expect(answer.firstSentenceMs).toBeGreaterThanOrEqual(0)
    }
    expect(await owner.get('GET', path)).toMatchObject({ source: 'builtin', own: null })
  })

  test('asks for the titles of the texts where nobody has asked anything', async () => {
    const owner = await fixtures.signUp()
    await shop(owner)
    model.use(() => ({ text: 'Returns are free of charge. [1]' }))
    const { answers } = await owner.get('POST', `${path}/test`, own)
    expect(answers).toHaveLength(1)
    expect(answers[0]).toMatchObject({ question: 'What should I know about “Returns”?', estimatedCost: null })
  })

  test('fails when the model answers a short message and no question', async () => {
    const owner = await fixtures.signUp()
    await shop(owner)
    model.use(({ messages }) =>
      messages.at(-1)?.content.includes('Say ok') ? { text: 'Ok.' } : { status: 400, raw: '{}' },
    )
    expect(await owner.get('POST', `${path}/test`, own)).toMatchObject({
      ok: false,
      error: expect.stringContaining('not your questions'),
    })
  })

  test('checks the embedding model too', async () => {
    const owner = await fixtures.signUp()
    model.use(() => ({ text: 'Ok.' }))
    embed = () => []
    const { ok, error } = await owner.get('POST', `${path}/test`, { ...own, embeddingModel: 'e' })
    expect(ok).toBe(false)
    expect(error).toMatch(/embedding model/i)
  })
})

describe('permissions', () => {
  test('Owners change the model, Admins see it', async () => {
    const owner = await fixtures.signUp()
    const admin = await fixtures.joined(owner, 'Admin')
    const agent = await fixtures.joined(owner, 'Agent')
    expect(await admin.get('GET', path)).toMatchObject({ mayChange: false })
    expect((await admin.call('PUT', path, own)).status).toBe(403)
    expect((await admin.call('POST', `${path}/test`, own)).status).toBe(403)
    expect((await agent.call('GET', path)).status).toBe(403)
  })

  test('the operator may forbid own models', async () => {
    const { url } = await serverForThisTest({ fetchAllow: allow, allowsCompanyModels: false })
    const owner = await signUp(url, 'acme')
    expect(await owner.get('GET', path)).toMatchObject({ mayChange: false })
    expect((await owner.call('PUT', path, own)).status).toBe(403)
    expect((await owner.call('POST', `${path}/test`, own)).status).toBe(403)
    expect(await owner.get('GET', `${path}/local-servers`)).toEqual({ servers: [] })
  })
})

test('model servers that the operator allows are offered while they run', async () => {
  const server = createServer((request, response) => {
    response.writeHead(request.url === '/v1/models' ? 200 : 404, { 'content-type': 'application/json' })
    response.end(JSON.stringify({ data: [{ id: 'llama' }] }))
  })
  const isFree = await new Promise<boolean>((resolve) => {
    server.once('error', () => resolve(false))
    server.listen(11434, '127.0.0.1', () => resolve(true))
  })
  onTestFinished(() => void server.close())
  const { url } = await serverForThisTest({
    fetchAllow: ['127.0.0.1:11434', '127.0.0.1:1234', 'localhost:22'],
  })
  const owner = await signUp(url, 'acme')
  const { servers } = await owner.get('GET', `${path}/local-servers`)
  // Where another program has the port, it may be a model server or not.
  if (isFree) expect(servers).toEqual([{ baseUrl: 'http://127.0.0.1:11434/v1', models: ['llama'] }])
})
