import { type AiModelBody, aiModelSentences, providerAddresses } from '@aichat/contracts/ai/ai-model'
import type { AuditChange } from '@aichat/contracts/company/audit'
import type { App } from '../app.ts'
import { listChanges } from '../audit/list-changes.ts'
import { recordAuditEvent } from '../audit/store.ts'
import { getCompany, lockCompany } from '../companies/store.ts'
import { getServingSource } from '../company-models/company-models.ts'
import { type Choice, findModelChoice, type OwnModel, saveModelChoice } from '../company-models/store.ts'
import type { Actor } from '../kit/http/caller.ts'
import { refuse } from '../kit/http/refusal.ts'
import { createEncryption } from '../kit/security/encryption.ts'

const auditedFields = ['source', 'provider', 'baseUrl', 'model', 'embeddingModel', 'prices'] as const

/** A model whose name is not chosen yet. */
export type EnteredModel = Omit<OwnModel, 'model'> & { model: string | null }

/** The model of a request, with the stored key where the request has none for the same address. */
export function readOwnModel(
  { settings }: Pick<App, 'settings'>,
  body: AiModelBody,
  stored: OwnModel | null,
): EnteredModel {
  const provider = body.provider ?? stored?.provider ?? 'openai'
  const baseUrl = (body.baseUrl || providerAddresses[provider]).replace(/\/+$/, '')
  const embeddingModel = body.embeddingModel || null
  if (provider === 'anthropic' && embeddingModel)
    refuse(400, aiModelSentences.noAnthropicEmbeddings, 'embeddingModel')
  return {
    provider,
    baseUrl,
    model: body.model || null,
    embeddingModel,
    encryptedKey: readKey(settings, body.apiKey, stored && isSameAddress(stored, baseUrl) ? stored : null),
    prices: body.prices ?? null,
  }
}

function readKey(
  settings: App['settings'],
  apiKey: string | null | undefined,
  stored: OwnModel | null,
): string | null {
  const encryption = createEncryption(settings)
  if (apiKey) return encryption.encrypt(apiKey)
  if (apiKey === '' || !stored?.encryptedKey) return null
  // A key that was encrypted with another APP_SECRET is lost.
  return encryption.canDecrypt(stored.encryptedKey) ? stored.encryptedKey : null
}

/** The stored address may end with a /v1 that was completed. */
function isSameAddress({ baseUrl }: OwnModel, entered: string): boolean {
  return baseUrl === entered || baseUrl === `${entered}/v1`
}

/** Stores the choice, and records what has changed. The processes use it from the next answer on. */
export async function changeModel(
  { db, models, settings }: Pick<App, 'db' | 'models' | 'settings'>,
  actor: Actor,
  change: (stored: Choice | null) => Choice,
): Promise<void> {
  const { companyId } = actor
  await db.company(companyId, async (sql) => {
    await lockCompany(sql)
    const before = await findModelChoice(sql)
    const after = change(before)
    await saveModelChoice(sql, companyId, after)
    const none = { source: getServingSource(settings, null), own: null }
    const changes = listModelChanges(before ?? none, after)
    const { id, name } = await getCompany(sql)
    const subject = { kind: 'company' as const, id, name, changes }
    if (changes.length > 0) await recordAuditEvent(sql, actor, 'ai_model_changed', subject)
  })
  models.invalidate(companyId)
}

function listModelChanges(before: Choice, after: Choice): AuditChange[] {
  const toFields = ({ source, own }: Choice): Partial<OwnModel> & { source: string } => ({ source, ...own })
  const changes = listChanges(toFields(before), toFields(after), auditedFields)
  const [from, to] = [before.own?.encryptedKey ?? '', after.own?.encryptedKey ?? '']
  if (from === to) return changes
  // The key itself must not appear.
  const key = { field: 'apiKey', from: from && 'set', to: to && (from ? 'replaced' : 'set') }
  return [...changes, key]
}
