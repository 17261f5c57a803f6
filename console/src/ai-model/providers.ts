import { type ModelProvider, providerAddresses } from '@aichat/contracts/ai/ai-model'

export type ProviderId = 'openai' | 'anthropic' | 'mistral' | 'ollama' | 'lm-studio' | 'vllm' | 'other'

export type Provider = {
  id: ProviderId
  label: string
  /** The chat API that it has. */
  api: ModelProvider
  /** Its address, or the usual one of a server that runs elsewhere. */
  baseUrl: string
  /** Everybody uses the same address, with an own key. */
  isHosted?: boolean
  /** Where a key is created. */
  keysUrl?: string
}

export const providers: readonly [Provider, ...Provider[]] = [
  {
    id: 'openai',
    label: 'OpenAI',
    api: 'openai',
    baseUrl: providerAddresses.openai,
    isHosted: true,
    keysUrl: 'https://platform.openai.com/api-keys',
  },
  {
    id: 'anthropic',
    label: 'Anthropic',
    api: 'anthropic',
    baseUrl: providerAddresses.anthropic,
    isHosted: true,
    keysUrl: 'https://console.anthropic.com/settings/keys',
  },
  {
    id: 'mistral',
    label: 'Mistral',
    api: 'openai',
    baseUrl: 'https://api.mistral.ai/v1',
    isHosted: true,
    keysUrl: 'https://console.mistral.ai/api-keys',
  },
  { id: 'ollama', label: 'Ollama', api: 'openai', baseUrl: 'http://localhost:11434/v1' },
  { id: 'lm-studio', label: 'LM Studio', api: 'openai', baseUrl: 'http://localhost:1234/v1' },
  { id: 'vllm', label: 'vLLM', api: 'openai', baseUrl: 'http://localhost:8000/v1' },
  { id: 'other', label: 'Other (OpenAI-compatible)', api: 'openai', baseUrl: '' },
]

export function getProvider(id: ProviderId): Provider {
  return providers.find((one) => one.id === id) ?? providers[0]
}

/** The provider of a stored model. A server at an unusual address is "other", unless it has Anthropic's API. */
export function findProvider(api: ModelProvider, baseUrl: string): Provider {
  const known = providers.find((one) => one.baseUrl === baseUrl && one.api === api)
  return (
    known ??
    (api === 'anthropic' ? { ...getProvider('anthropic'), baseUrl, isHosted: false } : getProvider('other'))
  )
}
