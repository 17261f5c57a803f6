import { type KnowledgeChanges, type KnowledgeItem, knowledgeSentences } from '@aichat/contracts/ai/knowledge'
import type { Project } from '@aichat/contracts/company/projects'
import type { App } from '../app.ts'
import { listChanges } from '../audit/list-changes.ts'
import { recordContentEvent } from '../audit/record-content.ts'
import type { Sql } from '../kit/db/db.ts'
import type { Actor } from '../kit/http/caller.ts'
import { notFound, refuse } from '../kit/http/refusal.ts'
import { broadcastItem } from './broadcast.ts'
import { createTitle } from './create-title.ts'
import { embedQueue } from './index/embedding-runs.ts'
import { findItem, type ItemChange, lockRevision, restartRun, updateItem } from './store.ts'
import { renameVersion } from './version-store.ts'

type ChangedItem = { companyId: string; projectId: string; item: KnowledgeItem; needsRun: boolean }

const auditedFields = [
  'refresh',
  'asksBeforePublish',
  'title',
  'rawText',
  'isEnabled',
  'questionLanguage',
] as const

/**
 * Changes an item. A new title is stored at once; a new text is embedded again, and so is an item whose own title is restored:
 * see `publishChangedItem`.
 * @throws a refusal when the item has another revision, or the change does not apply to its type
 */
export async function changeItem(
  { search }: Pick<App, 'search'>,
  sql: Sql,
  { actor, project, itemId }: { actor: Actor; project: Project; itemId: string },
  changes: KnowledgeChanges,
): Promise<ChangedItem> {
  const scope = { companyId: actor.companyId, projectId: project.id }
  const revision = await lockRevision(sql, project.id, itemId)
  const before = (await findItem(sql, project.id, itemId)) ?? notFound()
  if (changes.revision !== undefined && changes.revision !== revision)
    refuse(409, knowledgeSentences.changedMeanwhile)
  const change = toItemChange(before, changes)
  await updateItem(sql, project.id, itemId, change)
  const isRead = before.status === 'embedded' || before.stage !== null
  const isTextChanged = change.rawText !== undefined && change.rawText !== before.rawText
  const needsRun = isRead && (isTextChanged || (changes.title === null && before.hasCustomTitle))
  if (needsRun) await restartRun(sql, project.id, itemId)
  else if (change.title !== undefined && change.title !== before.title)
    await renameVersion(sql, { ...scope, itemId }, change.title, search.vectors)
  const after = (await findItem(sql, project.id, itemId)) ?? notFound()
  const changed = listChanges(before, after, auditedFields)
  const subject = { kind: 'knowledge' as const, id: itemId, name: after.title }
  if (changed.length > 0)
    await recordContentEvent(sql, actor, 'knowledge_changed', { ...subject, project, changes: changed })
  return { ...scope, item: after, needsRun }
}

/** Starts the embedding that a committed change needs, and broadcasts the item to the company. */
export async function publishChangedItem(
  app: Pick<App, 'jobs' | 'realtime'>,
  { item, needsRun, ...scope }: ChangedItem,
): Promise<KnowledgeItem> {
  if (needsRun) await app.jobs.add(embedQueue, item.id, { ...scope, itemId: item.id })
  broadcastItem(app, scope, item)
  return item
}

function toItemChange(before: KnowledgeItem, changes: KnowledgeChanges): ItemChange {
  const { refresh, asksBeforePublish, title, content, isEnabled, questionLanguage } = changes
  const isOfPage = refresh !== undefined || asksBeforePublish !== undefined
  if (isOfPage && before.type !== 'url') refuse(409, knowledgeSentences.notAPage)
  if (refresh !== undefined && before.sourceId) refuse(409, knowledgeSentences.readWithWebsite)
  if (asksBeforePublish !== undefined && before.sourceId) refuse(409, knowledgeSentences.ofASource)
  if (content !== undefined && before.type !== 'manual') refuse(409, knowledgeSentences.notManual)
  const isCustom = title === undefined ? before.hasCustomTitle : title !== null
  const ownTitle =
    before.type === 'manual' && (content !== undefined || title === null)
      ? createTitle(content ?? before.rawText ?? '')
      : undefined
  return {
    refresh,
    asksBeforePublish,
    customTitle: title,
    title: title ?? (isCustom ? undefined : ownTitle),
    rawText: content,
    isEnabled,
    questionLanguage,
  }
}
