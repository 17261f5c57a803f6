import * as z from 'zod/mini'
import { isWebUrl, optionalLine, stripInvalidCharacters } from '../kit/common.ts'
import { perCompany, type RateLimit } from '../kit/rate-limit.ts'
import { routes } from '../kit/route.ts'

export const aiModelLimits = {
  url: 500,
  name: 200,
  apiKey: 500,
  maxPrice: 10_000,
  listedModels: 1000,
} as const

/** Which AI answers: the built-in one, which quotes the knowledge, the operator's model, or the company's own. */
export const modelSources = ['builtin', 'installation', 'company'] as const
/** The chat API of a server. Most servers other than Anthropic's have OpenAI's. */
export const modelProviders = ['openai', 'anthropic'] as const
export const modelSource = z.enum(modelSources, 'Choose which AI answers')
const modelProvider = z.enum(modelProviders, 'Choose OpenAI or Anthropic')
export type ModelSource = z.output<typeof modelSource>
export type ModelProvider = z.output<typeof modelProvider>

/** Addresses that are used where none is given. */
export const providerAddresses: Record<ModelProvider, string> = {
  openai: 'https://api.openai.com/v1',
  anthropic: 'https://api.anthropic.com/v1',
}

export const aiModelSentences = {
  url: 'Enter a full web address, like https://api.example.com/v1',
  model: 'Choose a model',
  keyCharacters: 'Enter the API key as your provider shows it',
  price: 'Enter a price of 0 or more',
  noInstallationModel: 'This installation has no AI model.',
  noAnthropicEmbeddings: 'Anthropic has no embedding models. Leave the field empty.',
  forbidden: 'Your administrator has chosen the AI model for this installation.',
  credentials: "The address can't contain a name or password.",
  https: 'Use an https:// address.',
  notFound: "The server couldn't be found. Check the address.",
  notAllowed:
    "This address isn't allowed. Use a public address, or ask your administrator to allow it for AI models.",
  unreachable: "The server couldn't be reached. Check the address, and that the server is running.",
  tooSlow: "The server didn't answer in time.",
  key: 'The server rejected the API key.',
  missing: "The server doesn't have this model, or the address is wrong.",
  limited: 'The provider limits your requests. Check your plan or credit.',
  failed: 'The server answered with an error.',
  empty: 'The model returned an empty answer.',
  questionsFailed: 'The model answered a short message, but not your questions in time. Try a faster model.',
  embedding: "The embedding model didn't work.",
  noVectors: "Semantic search isn't available on this installation. Leave the embedding model empty.",
  quotaReached: 'The limit of the included model is reached.',
  loadFailed: 'Failed to load the AI model',
  saveFailed: 'Failed to save the AI model',
  testFailed: 'Failed to test the AI model',
} as const

const name = optionalLine(aiModelLimits.name)
const price = z
  .number(aiModelSentences.price)
  .check(z.gte(0, aiModelSentences.price), z.lte(aiModelLimits.maxPrice, aiModelSentences.price))

/** US dollars per million tokens. */
export const modelPrices = z.object({ input: price, output: price })

/** A null or absent key keeps the stored one of the same address; an empty one removes it. */
const aiModelBody = z.object({
  source: modelSource,
  provider: z.nullish(modelProvider),
  baseUrl: z.nullish(
    z.string(aiModelSentences.url).check(
      stripInvalidCharacters(),
      z.trim(),
      z.maxLength(aiModelLimits.url, aiModelSentences.url),
      z.refine((text) => isWebUrl(text) && !/[?#]/.test(text), aiModelSentences.url),
    ),
  ),
  model: z.nullish(name),
  embeddingModel: z.nullish(name),
  apiKey: z.nullish(
    optionalLine(aiModelLimits.apiKey).check(z.regex(/^[\x21-\x7e]*$/, aiModelSentences.keyCharacters)),
  ),
  prices: z.nullish(modelPrices),
})
export type AiModelBody = z.output<typeof aiModelBody>

/** Null where the source has no model. */
const connection = {
  provider: z.nullable(modelProvider),
  baseUrl: z.nullable(z.string()),
  model: z.nullable(z.string()),
  embeddingModel: z.nullable(z.string()),
  hasKey: z.boolean(),
  prices: z.nullable(modelPrices),
}

/** Near: from 80 %. */
export const quotaStates = ['ok', 'near', 'reached'] as const

export const aiModel = z.object({
  source: modelSource,
  ...connection,
  /** Whether the caller may change it: an Owner, where the installation allows it. */
  mayChange: z.boolean(),
  /** The model that the operator offers to every company. */
  installationModel: z.nullable(z.string()),
  /** Whether the operator's quota for the installation's model is nearly or completely used. Then the built-in AI answers. */
  quotaState: z.enum(quotaStates),
  /** The company's own model, also while another source is used. */
  own: z.nullable(z.object(connection)),
})
export type AiModel = z.output<typeof aiModel>

const testAnswer = z.object({
  question: z.string(),
  /** Empty when the question was handed over. */
  text: z.string(),
  outcome: z.enum(['answer', 'suggestions', 'handover']),
  /** Null when the built-in AI has answered, for example with an FAQ. */
  firstSentenceMs: z.nullable(z.number()),
  /** US dollars; null without prices or where the server does not report tokens. */
  estimatedCost: z.nullable(z.number()),
})

export const aiModelTest = z.object({
  ok: z.boolean(),
  /** The address that works: with /v1 where it was missing. */
  baseUrl: z.nullable(z.string()),
  /** The models that the server lists. */
  models: z.array(z.string()),
  answers: z.array(testAnswer),
  error: z.nullable(z.string()),
})
export type AiModelTest = z.output<typeof aiModelTest>

/** A model server on the installation's own network that the operator has allowed and that answers. */
const localServer = z.object({ baseUrl: z.string(), models: z.array(z.string()) })

export const aiModelRateLimits = {
  modelTest: { name: 'modelTest', points: 20, seconds: 10 * 60 },
} as const satisfies Record<string, RateLimit>

export const aiModelRoutes = routes({
  get: {
    method: 'GET',
    path: '/api/ai-model',
    summary: 'Retrieve the AI model that answers for the company; API keys are never returned',
    access: { permission: 'usage.read', rateLimit: 'none', audit: 'none' },
    response: aiModel,
  },
  save: {
    method: 'PUT',
    path: '/api/ai-model',
    summary: 'Change the AI model; the previous one keeps answering unless the new one responds',
    access: {
      permission: 'ai_model.manage',
      rateLimit: perCompany(aiModelRateLimits.modelTest, 'models of the company'),
      audit: ['ai_model_changed'],
    },
    body: aiModelBody,
    response: aiModel,
  },
  test: {
    method: 'POST',
    path: '/api/ai-model/test',
    summary:
      "List a server's models, and answer three of the company's questions with one; nothing is stored",
    access: {
      permission: 'ai_model.manage',
      rateLimit: perCompany(aiModelRateLimits.modelTest),
      audit: 'none',
    },
    body: aiModelBody,
    response: aiModelTest,
  },
  localServers: {
    method: 'GET',
    path: '/api/ai-model/local-servers',
    summary: 'List running model servers on the network of the installation that the operator allows',
    access: { permission: 'ai_model.manage', rateLimit: 'none', audit: 'none' },
    response: z.object({ servers: z.array(localServer) }),
  },
})
