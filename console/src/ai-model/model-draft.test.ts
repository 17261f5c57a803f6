import type { AiModel } from '@aichat/contracts/ai/ai-model'
import { describe, expect, test } from 'vitest'
import { chooseProvider, createDraft, keepsKey, toInput } from './model-draft.ts'

const own = {
  provider: 'openai' as const,
  baseUrl: 'https://api.mistral.ai/v1',
  model: 'large',
  embeddingModel: null,
  hasKey: true,
  prices: { input: 0.15, output: 0.6 },
}
const stored: Pick<AiModel, 'source' | 'own'> = { source: 'company', own }

describe('a draft', () => {
  test('starts with the stored model, without its key', () => {
    expect(createDraft(stored)).toMatchObject({
      providerId: 'mistral',
      model: 'large',
      apiKey: '',
      inputPrice: '0.15',
      outputPrice: '0.6',
    })
    expect(createDraft({ source: 'builtin', own: null })).toMatchObject({ providerId: 'openai', model: '' })
  })

  test.each([
    ['openai', 'http://10.0.0.7:9000/v1', 'other', 'openai'],
    ['anthropic', 'https://proxy.example.com/v1', 'anthropic', 'anthropic'],
    ['anthropic', 'https://api.anthropic.com/v1', 'anthropic', 'anthropic'],
    ['openai', 'http://localhost:11434/v1', 'ollama', 'openai'],
  ] as const)('with the API of %s at %s has the provider %s', (provider, baseUrl, providerId, api) => {
    expect(createDraft({ source: 'company', own: { ...own, provider, baseUrl } })).toMatchObject({
      providerId,
      api,
      baseUrl,
    })
  })

  test('of another provider has neither key nor model', () => {
    const draft = { ...createDraft(stored), apiKey: 'sk-secret' }
    expect(chooseProvider(draft, 'anthropic')).toMatchObject({
      api: 'anthropic',
      baseUrl: 'https://api.anthropic.com/v1',
      apiKey: '',
      model: '',
      inputPrice: '',
    })
  })
})

test('the stored key belongs to its address', () => {
  const draft = createDraft(stored)
  expect(keepsKey(stored, draft)).toBe(true)
  expect(keepsKey(stored, { ...draft, baseUrl: `${own.baseUrl}/ ` })).toBe(true)
  expect(keepsKey(stored, { ...draft, baseUrl: 'https://api.example.com/v1' })).toBe(false)
  expect(keepsKey(stored, { ...draft, removesKey: true })).toBe(false)
  expect(keepsKey({ own: { ...own, hasKey: false } }, draft)).toBe(false)
})

describe('what is sent', () => {
  test('keeps, replaces or removes the key', () => {
    const draft = createDraft(stored)
    expect(toInput(draft)).toMatchObject({ apiKey: null, model: 'large', prices: own.prices })
    expect(toInput({ ...draft, apiKey: ' sk-new ' })).toMatchObject({ apiKey: 'sk-new' })
    expect(toInput({ ...draft, removesKey: true })).toMatchObject({ apiKey: '' })
  })

  test('is only the source for a model that is not the own one', () => {
    expect(toInput({ ...createDraft(stored), source: 'builtin' })).toEqual({ source: 'builtin' })
  })

  test.each([
    ['0,15', '0.6', { input: 0.15, output: 0.6 }],
    ['0', '0', { input: 0, output: 0 }],
    ['', '', null],
  ])('has the prices %s and %s', (inputPrice, outputPrice, prices) => {
    expect(toInput({ ...createDraft(stored), inputPrice, outputPrice })).toMatchObject({ prices })
  })

  test.each([
    ['1', ''],
    ['', '1'],
    ['-1', '1'],
    ['a', '1'],
  ])('is nothing with the prices %s and %s', (inputPrice, outputPrice) => {
    expect(toInput({ ...createDraft(stored), inputPrice, outputPrice })).toBeNull()
  })

  test('has no embedding model on a server of Anthropic', () => {
    const draft = { ...chooseProvider(createDraft(stored), 'anthropic'), embeddingModel: 'e', model: 'm' }
    expect(toInput(draft)).toMatchObject({ embeddingModel: null })
  })
})
