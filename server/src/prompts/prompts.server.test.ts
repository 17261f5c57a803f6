import { describe, expect, test } from 'vitest'
import { addKnowledge, createFixtures, createPublishedProject } from '../../test/fixtures/fixtures.ts'
import { connect, signUp } from '../../test/kit/client.ts'
import { modelServer } from '../../test/kit/model-server.ts'
import { serverForThisTest } from '../../test/kit/server.ts'
import { startVisit } from '../ops/seed/api-client.ts'
import { renderPrompt } from './current.ts'

const fixtures = createFixtures()
const base = '/api/superadmin/prompts'

describe('the prompts of a company', () => {
  test('start with the defaults and list their variables', async () => {
    const owner = await fixtures.signUp()
    const { prompts } = await owner.get('GET', base)
    expect(prompts.map((prompt: { key: string }) => prompt.key)).toEqual([
      'answer',
      'rewrite',
      'faq',
      'summary',
      'topic',
    ])
    for (const prompt of prompts) {
      expect(prompt).toMatchObject({ isUsed: true, isCustom: false, version: 0, updatedAt: null })
      expect(prompt.updatedBy).toBeNull()
      const used = [...prompt.text.matchAll(/\{(\w+)\}/g)].map((match) => match[1])
      const known = prompt.variables.map((variable: { name: string }) => variable.name)
      expect(known).toEqual(expect.arrayContaining(used))
    }
  })

  test('that are saved concurrently get consecutive versions', async () => {
    const owner = await fixtures.signUp()
    const texts = Array.from({ length: 6 }, (_, index) => `Text ${index}`)
    const saved = await Promise.all(
      texts.map((text) => owner.call('PUT', `${base}/answer`, { text, note: '' })),
    )
    expect(saved.map(({ status }) => status)).toEqual(texts.map(() => 200))
    const { versions } = await owner.get('GET', `${base}/answer/versions`)
    expect(versions.map(({ version }: { version: number }) => version)).toEqual([6, 5, 4, 3, 2, 1])
    expect(versions.map(({ text }: { text: string }) => text).toSorted()).toEqual(texts)
  })

  test('are versioned, and keep their history after a reset', async () => {
    const owner = await fixtures.signUp()
    const other = await fixtures.signUp('rival')
    const path = `${base}/answer`
    expect(await owner.get('PUT', path, { text: ' You are {agentName}. ', note: 'Shorter' })).toMatchObject({
      text: 'You are {agentName}.',
      isCustom: true,
      version: 1,
      updatedBy: owner.data.user.name,
    })
    await owner.get('PUT', path, { text: 'Second' })
    const reset = await owner.get('DELETE', path)
    expect(reset).toMatchObject({ isCustom: false, version: 3 })
    expect(reset.text).toContain('answering visitors on the website')
    const { versions } = await owner.get('GET', `${path}/versions`)
    expect(versions).toMatchObject([
      { version: 3, isDefault: true },
      { version: 2, text: 'Second', isDefault: false },
      { version: 1, text: 'You are {agentName}.', note: 'Shorter' },
    ])
    expect((await other.get('GET', `${path}/versions`)).versions).toEqual([])
    expect((await other.get('GET', base)).prompts[0].isCustom).toBe(false)
  })

  test.each([
    [{}],
    [{ text: '  ' }],
    [{ text: 7 }],
    [{ text: 'x'.repeat(8001) }],
    [{ text: 'x', note: 'x'.repeat(201) }],
  ])('return 400 for invalid input %#', async (body) => {
    const owner = await fixtures.signUp()
    expect((await owner.call('PUT', `${base}/answer`, body)).status).toBe(400)
  })

  test('return 404 for an unknown key', async () => {
    const owner = await fixtures.signUp()
    for (const key of ['nothing', '__proto__', 'constructor']) {
      expect((await owner.call('PUT', `${base}/${key}`, { text: 'x' })).status).toBe(404)
      expect((await owner.call('DELETE', `${base}/${key}`)).status).toBe(404)
      expect((await owner.call('GET', `${base}/${key}/versions`)).status).toBe(404)
    }
  })

  test('show the rendered prompt when no model is configured', async () => {
    const owner = await fixtures.signUp()
    const { rendered, output, note } = await owner.get('POST', `${base}/rewrite/try`, { sample: 'hi' })
    expect(rendered).toContain(owner.data.company.name)
    expect(rendered).not.toContain('{')
    expect(output).toBeNull()
    expect(note).toContain('No AI model is connected')
  })
})

test('the model receives the changed prompt, and the fixed rules', async () => {
  const { baseUrl, asked } = await modelServer(() => ({ text: 'Nine to five. [1]' }))
  const server = await serverForThisTest({ ai: { baseUrl, model: 'test-model', apiKey: null } })
  const owner = await signUp(server.url, 'acme')
  await owner.get('PUT', `${base}/answer`, {
    text: 'Speak like a pirate, {agentName} of {companyName}. {unknown}',
  })
  const project = await createPublishedProject(owner, { agent: { autoReply: true } })
  await addKnowledge(owner, project.id, 'We are open from nine to five.')
  const { visitorToken } = await startVisit(server.url, project.publicKey)
  const line = await connect(`${server.url}/visitor`, { visitorToken })
  await line.send('message:send', { text: 'When are you open?', clientId: 'c' })
  await line.next('message:new', ({ message }) => message.isAi)
  const system = asked[0]?.messages[0]?.content ?? ''
  expect(system).toContain(`Speak like a pirate, Support Assistant of ${owner.data.company.name}. {unknown}`)
  expect(system).toContain('Answer only from the passages below')
  expect((await owner.get('POST', `${base}/answer/try`, { sample: 'Hello' })).output).toBe(
    'Nine to five. [1]',
  )
})

test('a value that looks like a placeholder is not replaced', () => {
  expect(renderPrompt('{a} {b}', { a: '{b}', b: 'B' })).toBe('{b} B')
  expect(renderPrompt('{toString} {x}', { x: 'X' })).toBe('{toString} X')
})
