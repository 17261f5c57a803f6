import type { AiModel, ModelProvider, ModelSource } from '@aichat/contracts/ai/ai-model'
import { findProvider, getProvider, type ProviderId, providers } from './providers.ts'
import type { AiModelInput } from './queries.ts'

/** The fields of the form. Prices are texts, as they are typed; an empty one is unknown. */
export type ModelDraft = {
  source: ModelSource
  providerId: ProviderId
  api: ModelProvider
  baseUrl: string
  apiKey: string
  removesKey: boolean
  model: string
  embeddingModel: string
  inputPrice: string
  outputPrice: string
}

export function createDraft({ source, own }: Pick<AiModel, 'source' | 'own'>): ModelDraft {
  const provider = own?.baseUrl ? findProvider(own.provider ?? 'openai', own.baseUrl) : providers[0]
  return {
    source,
    providerId: provider.id,
    api: provider.api,
    baseUrl: own?.baseUrl ?? provider.baseUrl,
    apiKey: '',
    removesKey: false,
    model: own?.model ?? '',
    embeddingModel: own?.embeddingModel ?? '',
    inputPrice: own?.prices ? `${own.prices.input}` : '',
    outputPrice: own?.prices ? `${own.prices.output}` : '',
  }
}

/** Another provider has other models and another key. */
export function chooseProvider(draft: ModelDraft, providerId: ProviderId): ModelDraft {
  const { api, baseUrl } = getProvider(providerId)
  const connection = { providerId, api, baseUrl, apiKey: '', removesKey: false }
  return { ...draft, ...connection, model: '', embeddingModel: '', inputPrice: '', outputPrice: '' }
}

/** Whether the stored key belongs to the address of the draft. */
export function keepsKey({ own }: Pick<AiModel, 'own'>, { baseUrl, removesKey }: ModelDraft): boolean {
  return !removesKey && own?.hasKey === true && own.baseUrl === baseUrl.trim().replace(/\/+$/, '')
}

export type DraftErrors = Partial<
  Record<'baseUrl' | 'apiKey' | 'model' | 'embeddingModel' | 'prices', string>
>

export const priceSentence = 'Enter both prices, like 0.15 and 0.60'

/** Null where the prices are not two numbers or both empty. */
export function toInput(draft: ModelDraft): AiModelInput | null {
  const { source, api, baseUrl, apiKey, removesKey, model, embeddingModel } = draft
  if (source !== 'company') return { source }
  const prices = readPrices(draft)
  if (prices === undefined) return null
  return {
    source,
    provider: api,
    baseUrl,
    model,
    embeddingModel: api === 'anthropic' ? null : embeddingModel,
    apiKey: apiKey.trim() || (removesKey ? '' : null),
    prices,
  }
}

function readPrices({ inputPrice, outputPrice }: ModelDraft) {
  const texts = [inputPrice, outputPrice].map((text) => text.trim().replace(',', '.'))
  if (texts.every((text) => text === '')) return null
  const [input, output] = texts.map((text) => (text === '' ? Number.NaN : Number(text)))
  const areNumbers = [input, output].every((price) => price !== undefined && price >= 0)
  return areNumbers && input !== undefined && output !== undefined ? { input, output } : undefined
}
