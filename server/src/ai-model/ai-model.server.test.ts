import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { AuditEvent } from '@aichat/contracts/company/audit'
import { describe, expect, onTestFinished, test } from 'vitest'
import { createCompanyModelFixtures } from '../../test/fixtures/company-model-fixtures.ts'
import { addKnowledge } from '../../test/fixtures/fixtures.ts'
import { addShop, shopQuestion } from '../../test/fixtures/model-shop.ts'
import { signUp } from '../../test/kit/client.ts'
import { vectorTest } from '../../test/kit/engine.ts'
import { serverForThisTest } from '../../test/kit/server.ts'
import { getServingSource } from '../company-models/company-models.ts'
import { createEncryption } from '../kit/security/encryption.ts'
import { listWithoutVectors } from '../knowledge/store.ts'

let embed: (text: string) => number[] = () => []
const { model, offered, fetchAllow, fixtures, withModel, own } = await createCompanyModelFixtures((text) =>
  embed(text),
)
const path = '/api/ai-model'

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
    const { ask } = await addShop(owner)
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
    const { ask } = await addShop(owner)
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

  test('is stored while another source is chosen', async () => {
    model.use(() => ({ text: 'You have 30 days for it. [1]' }))
    const owner = await withModel.signUp()
    const { ask } = await addShop(owner)
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
    const { ask } = await addShop(other)
    expect((await ask()).meta.model).toBe('built-in')
    expect(await other.get('GET', path)).toMatchObject({ source: 'builtin', own: null })
  })

  test('writes replies for agents and names itself on the Agents tab', async () => {
    model.use(() => ({ text: 'Good day.' }))
    const owner = await fixtures.signUp()
    const { id } = await addShop(owner)
    expect(await owner.get('GET', '/api/writing-assistant')).toMatchObject({ isAvailable: false })
    await owner.get('PUT', path, own)
    expect(await owner.get('GET', '/api/writing-assistant')).toMatchObject({ isAvailable: true })
    expect(await owner.get('GET', `/api/projects/${id}/agent/data-use`)).toEqual({
      model: { name: 'small', host: new URL(model.baseUrl).host },
      embedding: null,
    })
  })
})

describe('an embedding model of the company', () => {
  vectorTest('embeds new items, existing items and questions', async () => {
    model.use(() => ({ text: 'You have 30 days for it. [1]' }))
    embed = () => [0.6, 0.8]
    const owner = await fixtures.signUp()
    const { id, ask } = await addShop(owner)
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
    expect(model.embedded.slice(before)).toEqual([shopQuestion])
    await owner.get('PUT', path, { source: 'builtin' })
    expect(await status()).toMatchObject({ meaning: 'off' })
    expect(await listMissing()).toEqual([])
  })
})

test('a key that was encrypted with another secret does not silence the AI', async () => {
  model.use(() => ({ text: 'You have 30 days for it. [1]' }))
  const { server } = fixtures
  const owner = await fixtures.signUp()
  const { ask } = await addShop(owner)
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

describe('the choice of the operator', () => {
  test('counts where companies may not choose, whatever they have chosen before', () => {
    const ai = { baseUrl: own.baseUrl, model: 'offered', apiKey: null }
    const stored = {
      ...own,
      provider: 'openai' as const,
      embeddingModel: null,
      encryptedKey: null,
      prices: null,
    }
    const sources = (settings: { ai: typeof ai | null; allowsCompanyModels: boolean }) =>
      (['company', 'builtin', 'installation'] as const).map((source) =>
        getServingSource(settings, { source, own: stored }),
      )
    expect(sources({ ai, allowsCompanyModels: true })).toEqual(['company', 'builtin', 'installation'])
    expect(sources({ ai, allowsCompanyModels: false })).toEqual(Array(3).fill('installation'))
    expect(sources({ ai: null, allowsCompanyModels: true })).toEqual(['company', 'builtin', 'builtin'])
    expect(sources({ ai: null, allowsCompanyModels: false })).toEqual(Array(3).fill('builtin'))
  })

  test('also decides which items need vectors', async () => {
    model.use(() => ({ text: 'Ok.' }))
    const owner = await fixtures.signUp()
    const { id } = await addShop(owner)
    await owner.get('PUT', path, own)
    await owner.get('PUT', path, { source: 'builtin' })
    const list = (allowsCompanyModels: boolean) =>
      fixtures.server.app.db.lookup((sql) =>
        listWithoutVectors(sql, { defaultModel: 'of the operator', allowsCompanyModels }, 100),
      )
    const hasOwnItem = (items: { projectId: string }[]) => items.some(({ projectId }) => projectId === id)
    expect(hasOwnItem(await list(true))).toBe(false)
    expect(hasOwnItem(await list(false))).toBe(true)
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
    const { url } = await serverForThisTest({ fetchAllow, allowsCompanyModels: false })
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
