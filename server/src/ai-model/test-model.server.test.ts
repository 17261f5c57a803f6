import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { describe, expect, onTestFinished, test } from 'vitest'
import { createCompanyModelFixtures } from '../../test/fixtures/company-model-fixtures.ts'
import { addShop, shopQuestion } from '../../test/fixtures/model-shop.ts'
import { signUp } from '../../test/kit/client.ts'
import { listedModels } from '../../test/kit/model-server.ts'
import { serverForThisTest } from '../../test/kit/server.ts'

let embed: (text: string) => number[] = () => []
const { model, offered, fixtures, withModel, own } = await createCompanyModelFixtures((text) => embed(text))
const path = '/api/ai-model'

describe('a model that does not work', () => {
  test.each([
    ['rejects the key', { status: 401, raw: '{}' }, 'The server rejected the API key.'],
    ['is unknown', { status: 404, raw: '{}' }, "The server doesn't have this model"],
    ['costs more than the credit', { status: 402, raw: '{}' }, 'The provider limits your requests.'],
    ['fails', { status: 501, raw: '{"secret":"internal"}' }, 'The server answered with an error (501).'],
    ['answers nothing', { text: '' }, 'The model returned an empty answer.'],
  ])('that %s is not used, and the previous one goes on', async (_, answer, sentence) => {
    const owner = await withModel.signUp()
    const { ask } = await addShop(owner)
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
    const { ask } = await addShop(owner)
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
    const { url } = await serverForThisTest({ fetchAllow: [host, new URL(offered.baseUrl).host] })
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
    const { id } = await addShop(owner)
    const questions = [shopQuestion, 'What does a return cost?', 'May I return a used item?']
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

  test('asks about the titles of the knowledge while there are no questions', async () => {
    const owner = await fixtures.signUp()
    await addShop(owner)
    model.use(() => ({ text: 'Returns are free of charge. [1]' }))
    const { answers } = await owner.get('POST', `${path}/test`, own)
    expect(answers).toHaveLength(1)
    expect(answers[0]).toMatchObject({ question: 'What should I know about “Returns”?', estimatedCost: null })
  })

  test('fails when the model answers a short message and no question', async () => {
    const owner = await fixtures.signUp()
    await addShop(owner)
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
