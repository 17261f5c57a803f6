import type { ModelSource } from '@aichat/contracts/ai/ai-model'
import { LRUCache } from 'lru-cache'
import { type Embedder, openEmbedder } from '../kit/ai/embedder.ts'
import { type Model, openModel } from '../kit/ai/model.ts'
import type { ModelPrices, ModelServer } from '../kit/ai/provider.ts'
import type { TokenUsage } from '../kit/ai/token-usage.ts'
import type { Db } from '../kit/db/db.ts'
import type { Log } from '../kit/observability/log.ts'
import type { Tracing } from '../kit/observability/tracing.ts'
import type { Clock } from '../kit/process/clock.ts'
import { createInvalidatedCache } from '../kit/process/invalidated-cache.ts'
import type { Settings } from '../kit/process/settings.ts'
import type { Timers } from '../kit/process/timers.ts'
import type { InvalidationBus } from '../kit/realtime/invalidation-bus.ts'
import { createEncryption } from '../kit/security/encryption.ts'
import type { Quotas } from '../usage/quotas.ts'
import type { UsageRecorder, UsageScope } from '../usage/usage-recorder.ts'
import { type Choice, findModelChoice, type ModelChoice, type OwnModel } from './store.ts'

/** The models that answer for a company. Both are null for the built-in AI, which quotes the knowledge. */
export type ServingModels = {
  source: ModelSource
  model: Model | null
  embedder: Embedder | null
  /** The name of the embedding model that is set, also where the database cannot store its vectors. */
  embeddingModel: string | null
  /** The host that receives the prompts; null without a model. */
  host: string | null
}

export type CompanyModels = {
  /** The calls of the models count as usage of the project. A model whose quota is reached is left out. */
  get(scope: UsageScope): Promise<ServingModels>
  /** Opens a company's model server that is not in use, for a test. Its calls are not counted. */
  open(server: ModelServer): OpenedModels
  /** The model that the operator offers. */
  installation: OpenedModels
  /** Call it after the commit of a change. */
  invalidate(companyId: string): void
}

/** What answers need. */
export type ModelLookup = Pick<CompanyModels, 'get'>

export type OpenedModels = Omit<ServingModels, 'source'> & { prices: ModelPrices | null }
export type CompanyModelsOptions = {
  settings: Settings
  db: Db
  log: Log
  clock: Clock
  timers: Timers
  tracing: Tracing
  bus: InvalidationBus
  usage: UsageRecorder
  quotas: Quotas
  /** Reaches the addresses that companies enter. */
  guardedFetch: typeof fetch
  /** Null where the database cannot store vectors. */
  onVectors: { installation(dimensions: number): void; company(dimensions: number): void } | null
}

const maxCompanies = 10_000
const maxOpenModels = 500
export const noModels: OpenedModels = {
  model: null,
  embedder: null,
  embeddingModel: null,
  host: null,
  prices: null,
}

export function createCompanyModels(app: CompanyModelsOptions): CompanyModels {
  const { settings, db, clock, bus, usage, quotas } = app
  const choices = createInvalidatedCache<ModelChoice | null>({
    clock,
    bus,
    maxEntries: maxCompanies,
    ttlMs: 30_000,
    disconnectedTtlMs: 2000,
    getTags: (_, companyId) => [toTag(companyId)],
  })
  const installation = settings.ai
    ? open(settings.ai, undefined, app.onVectors?.installation ?? null)
    : noModels
  /** Cached until the company changes its choice, so that the state of the circuit breaker survives. */
  const opened = new LRUCache<string, { version: number; models: OpenedModels }>({ max: maxOpenModels })

  function open(
    server: ModelServer,
    send: typeof fetch | undefined,
    onVectors: ((dimensions: number) => void) | null,
  ): OpenedModels {
    const services = { tracing: app.tracing, timers: app.timers, send }
    return {
      model: openModel(server, services),
      embedder: onVectors && openEmbedder(server, onVectors, services),
      embeddingModel: server.embeddingModel ?? null,
      host: new URL(server.baseUrl).host,
      prices: server.prices ?? null,
    }
  }

  const openOwn = (server: ModelServer) => open(server, app.guardedFetch, app.onVectors?.company ?? null)

  function findOwn(companyId: string, own: OwnModel, version: number): OpenedModels {
    const cached = opened.get(companyId)
    if (cached?.version === version) return cached.models
    const models = tryOpenOwn(companyId, own)
    opened.set(companyId, { version, models })
    return models
  }

  /** The built-in AI answers where the key cannot be decrypted, because APP_SECRET has been replaced. */
  function tryOpenOwn(companyId: string, own: OwnModel): OpenedModels {
    try {
      return openOwn(toModelServer(settings, own))
    } catch (error) {
      app.log.error({ err: error, companyId }, "failed to open the company's AI model, quoting its knowledge")
      return noModels
    }
  }

  function meter(source: ModelSource, scope: UsageScope, { prices, ...models }: OpenedModels): ServingModels {
    const onUsage = ({ inputTokens, outputTokens }: TokenUsage) =>
      usage.add(scope, source, {
        inputTokens,
        outputTokens,
        cost: prices && getCost(prices, inputTokens, outputTokens),
      })
    return { ...models, source, model: models.model?.meter(onUsage) ?? null }
  }

  return {
    async get(scope) {
      const { companyId } = scope
      const choice = await choices.get(companyId, () => db.company(companyId, findModelChoice))
      const source = getServingSource(settings, choice)
      if (source === 'company' && choice?.own)
        return meter(source, scope, findOwn(companyId, choice.own, choice.version))
      if (source !== 'installation') return { ...noModels, source: 'builtin' }
      const serving = meter(source, scope, installation)
      return (await quotas.get(companyId)).state === 'reached' ? { ...serving, model: null } : serving
    },
    open: openOwn,
    installation,
    invalidate: (companyId) => bus.publish(toTag(companyId)),
  }
}

/** Models that serve every company, without usage. */
export function createFixedModels(models: Partial<ServingModels>): ModelLookup {
  return { get: async () => ({ source: 'builtin', ...noModels, ...models }) }
}

type SourceSettings = Pick<Settings, 'ai' | 'allowsCompanyModels'>

/** Whose model answers for a company: what it has chosen, where the installation allows a choice and has what was chosen. */
export function getServingSource(settings: SourceSettings, choice: Choice | null): ModelSource {
  const byDefault: ModelSource = settings.ai ? 'installation' : 'builtin'
  if (!choice || !settings.allowsCompanyModels) return byDefault
  if (choice.source === 'company') return choice.own ? 'company' : byDefault
  return choice.source === 'builtin' ? 'builtin' : byDefault
}

/** The limits are those of the installation. */
export function toModelServer(settings: Settings, own: OwnModel): ModelServer {
  const { provider, baseUrl, model, embeddingModel, encryptedKey, prices } = own
  const { timeoutMs, contextTokens } = settings.modelLimits
  return {
    provider,
    baseUrl,
    model,
    apiKey: encryptedKey && createEncryption(settings).decrypt(encryptedKey),
    ...(embeddingModel ? { embeddingModel } : {}),
    prices,
    timeoutMs,
    contextTokens,
  }
}

/** US dollars. */
export function getCost(prices: ModelPrices, inputTokens: number, outputTokens: number): number {
  return (inputTokens * prices.input + outputTokens * prices.output) / 1_000_000
}

function toTag(companyId: string): string {
  return `ai-model:${companyId}`
}
