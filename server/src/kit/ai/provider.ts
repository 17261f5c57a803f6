import { createAnthropic } from '@ai-sdk/anthropic'
import { createOpenAICompatible } from '@ai-sdk/openai-compatible'
import type { ModelProvider } from '@aichat/contracts/ai/ai-model'
import { createCompatibleFetch } from './compatible-fetch.ts'

/** A model and the server that runs it. */
export type ModelServer = {
  /** The chat API of the server; OpenAI's, which most servers have, by default. */
  provider?: ModelProvider
  /** Without a trailing slash. */
  baseUrl: string
  model: string
  apiKey: string | null
  embeddingModel?: string
  /** The maximum time to the first token of an answer; 12 s by default. */
  timeoutMs?: number
  /** The maximum length of a prompt; 8000 tokens by default. */
  contextTokens?: number
  /** US dollars per million tokens, for estimates of the cost. */
  prices?: ModelPrices | null
}
export type ModelPrices = { input: number; output: number }

/** The models of a server. `send` is the fetch function that reaches it. */
export function createProvider(
  { provider, baseUrl, apiKey }: Pick<ModelServer, 'provider' | 'baseUrl' | 'apiKey'>,
  send: typeof fetch = fetch,
) {
  const options = { baseURL: baseUrl, fetch: createCompatibleFetch(send) }
  if (provider !== 'anthropic') {
    const { chatModel, embeddingModel } = createOpenAICompatible({
      name: 'model-server',
      includeUsage: true,
      ...options,
      ...(apiKey ? { apiKey } : {}),
    })
    return { chatModel, embeddingModel }
  }
  // Without a key, the provider would read one from the environment.
  const { languageModel, embeddingModel } = createAnthropic({ apiKey: apiKey ?? '', ...options })
  return { chatModel: languageModel, embeddingModel }
}
