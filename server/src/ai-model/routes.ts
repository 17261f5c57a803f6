import {
  type AiModel,
  type AiModelBody,
  type AiModelTest,
  aiModelRateLimits,
  aiModelRoutes,
  aiModelSentences,
} from '@aichat/contracts/ai/ai-model'
import type { App } from '../app.ts'
import { getServingSource, noModels, toModelServer } from '../company-models/company-models.ts'
import { type Choice, findModelChoice, type OwnModel } from '../company-models/store.ts'
import type { Caller } from '../kit/http/caller.ts'
import type { Http } from '../kit/http/http.ts'
import { hasPermission } from '../kit/http/permissions.ts'
import { Refusal, refuse } from '../kit/http/refusal.ts'
import { serve, withoutTransaction } from '../kit/http/serve.ts'
import { changeModel, type EnteredModel, readOwnModel } from './change-model.ts'
import { checkModel } from './check-model.ts'
import { describeModelError, findRefusedAddress } from './describe-model-error.ts'
import { listModels, type ModelList } from './list-models.ts'
import { findLocalServers } from './local-servers.ts'
import { testModel } from './test-model.ts'

type Dependencies = Pick<
  App,
  | 'clock'
  | 'db'
  | 'limits'
  | 'log'
  | 'modelFetch'
  | 'models'
  | 'quotas'
  | 'search'
  | 'settings'
  | 'timers'
  | 'usage'
>

export function mountAiModel(http: Http, app: Dependencies): void {
  const { settings } = app
  const send = app.modelFetch.fetch

  const loadChoice = (companyId: string): Promise<Choice | null> => app.db.company(companyId, findModelChoice)

  async function getModel(caller: Caller): Promise<AiModel> {
    const { companyId } = caller
    const choice = await loadChoice(companyId)
    const { state } = await app.quotas.get(companyId)
    const described = describeChoice(app, choice)
    return {
      ...described,
      mayChange: hasPermission(caller, 'ai_model.manage') && settings.allowsCompanyModels,
      quotaState: described.source === 'installation' ? state : 'ok',
    }
  }

  /** Without a model in the request, only lists those of the server. */
  async function test(companyId: string, body: AiModelBody): Promise<AiModelTest> {
    const nothing = { baseUrl: null, models: [] }
    if (body.source === 'builtin')
      return { ...nothing, ...(await testModel(app, companyId, 'builtin', noModels)) }
    if (body.source === 'installation') {
      if (!settings.ai) refuse(400, aiModelSentences.noInstallationModel, 'source')
      if ((await app.quotas.get(companyId)).state === 'reached')
        return { ...nothing, ok: false, answers: [], error: aiModelSentences.quotaReached }
      return { ...nothing, ...(await testModel(app, companyId, 'installation', app.models.installation)) }
    }
    const entered = readOwnModel(app, body, (await loadChoice(companyId))?.own ?? null)
    const { baseUrl, models, error } = await requestModels(app, entered)
    if (!hasName(entered)) return { ok: error === null, baseUrl, models, answers: [], error }
    const opened = app.models.open(toModelServer(settings, { ...entered, baseUrl }))
    return { baseUrl, models, ...(await testModel(app, companyId, 'company', opened)) }
  }

  /** @throws Refusal 400 unless the model answers */
  async function readTested(body: AiModelBody, stored: OwnModel | null): Promise<OwnModel> {
    const entered = readOwnModel(app, body, stored)
    if (!hasName(entered)) return refuse(400, aiModelSentences.model, 'model')
    const { baseUrl } = await requestModels(app, entered)
    const own = { ...entered, baseUrl }
    const problem = await checkModel(app, app.models.open(toModelServer(settings, own)))
    if (problem) throw new Refusal(400, problem, 'model_failed')
    return own
  }

  serve(
    http,
    aiModelRoutes,
  )({
    get: withoutTransaction(({ caller }) => getModel(caller)),
    save: withoutTransaction(async ({ actor, caller, body }) => {
      requireCompanyModels(app)
      const { source } = body
      if (source === 'installation' && !settings.ai)
        refuse(400, aiModelSentences.noInstallationModel, 'source')
      const tested = source === 'company' ? await testBefore(caller, body) : null
      await changeModel(app, actor, (stored) => ({ source, own: tested ?? stored?.own ?? null }))
      return getModel(caller)
    }),
    test: withoutTransaction(async ({ caller, body }) => {
      requireCompanyModels(app)
      return test(caller.companyId, body)
    }),
    localServers: withoutTransaction(async () => ({
      servers: settings.allowsCompanyModels ? await findLocalServers(settings.fetchAllow, send) : [],
    })),
  })

  async function testBefore(caller: Caller, body: AiModelBody): Promise<OwnModel> {
    await app.limits.consume(aiModelRateLimits.modelTest, caller.companyId)
    return readTested(body, (await loadChoice(caller.companyId))?.own ?? null)
  }
}

function requireCompanyModels({ settings }: Pick<App, 'settings'>): void {
  if (!settings.allowsCompanyModels) refuse(403, aiModelSentences.forbidden)
}

/** @throws Refusal 400 for an address that must not be requested */
async function requestModels(
  app: Pick<App, 'modelFetch' | 'settings'>,
  entered: EnteredModel,
): Promise<ModelList> {
  const { apiKey } = toModelServer(app.settings, { ...entered, model: '' })
  try {
    await app.modelFetch.check(entered.baseUrl)
    return await listModels({ ...entered, apiKey }, app.modelFetch.fetch)
  } catch (error) {
    if (findRefusedAddress(error)) refuse(400, describeModelError(error), 'baseUrl')
    throw error
  }
}

function hasName(entered: EnteredModel): entered is OwnModel {
  return entered.model !== null
}

function describeChoice(
  { settings }: Pick<App, 'settings'>,
  choice: Choice | null,
): Omit<AiModel, 'mayChange' | 'quotaState'> {
  const own = choice?.own ? toConnection(choice.own) : null
  const source = getServingSource(settings, choice)
  const connection =
    source === 'company' ? own : source === 'installation' ? describeInstallation(settings) : null
  return {
    source,
    ...(connection ?? noConnection),
    installationModel: settings.ai?.model ?? null,
    own,
  }
}

type Connection = NonNullable<AiModel['own']>

const noConnection: Connection = {
  provider: null,
  baseUrl: null,
  model: null,
  embeddingModel: null,
  hasKey: false,
  prices: null,
}

function toConnection({ encryptedKey, ...own }: OwnModel): Connection {
  return { ...own, hasKey: encryptedKey !== null }
}

/** Without the name and password that an address may contain. */
function describeInstallation({ ai }: App['settings']): Connection | null {
  if (!ai) return null
  const { origin, pathname } = new URL(ai.baseUrl)
  return {
    provider: ai.provider ?? 'openai',
    baseUrl: `${origin}${pathname}`.replace(/\/+$/, ''),
    model: ai.model,
    embeddingModel: ai.embeddingModel ?? null,
    hasKey: ai.apiKey !== null,
    prices: ai.prices ?? null,
  }
}
