import part from 'sql-template-tag'
import { updateProfile } from '../agent-profile/store.ts'
import { editableFaqFields, entryFields } from '../faq/faq-fields.ts'
import { isId, type Sql } from '../kit/db/db.ts'
import { createColumnList } from '../kit/db/fields.ts'
import { lockAnswers } from '../knowledge/answers-store.ts'
import { restoreChunks } from '../knowledge/version-store.ts'
import { findProfile } from './answer-set-store.ts'
import { isInRevision } from './difference-store.ts'

type Scope = { companyId: string; projectId: string }
type ReleasedItem = { itemId: string; version: number; isThere: boolean }

const editableColumns = createColumnList(editableFaqFields)

/**
 * Makes the answers of a revision the draft. Items that were added since are disabled, and FAQs deleted; those that were disabled
 * or deleted since come back only where `removed` has their ids. The prompt is the company's and stays. Nothing goes live.
 */
export async function restoreAnswers(
  sql: Sql,
  scope: Scope,
  revision: number,
  removed: string[],
): Promise<void> {
  await lockAnswers(sql, scope.projectId)
  await sql`select set_config('aichat.restoring', 'on', true)`
  await restoreItems(sql, scope, revision, removed)
  await restoreFaqs(sql, scope, revision, removed)
  const profile = await findProfile(sql, scope.projectId, isInRevision(revision))
  if (profile) await updateProfile(sql, scope.projectId, profile)
  await sql`
    update answer_states set awaits_publish = exists (
      select from answer_entries a where a.project_id = ${scope.projectId} and a.is_draft <> a.is_live)
    where project_id = ${scope.projectId}`
  await sql`select set_config('aichat.restoring', '', true)`
}

async function restoreItems(
  sql: Sql,
  { companyId, projectId }: Scope,
  revision: number,
  removed: string[],
): Promise<void> {
  await sql`
    update knowledge_items i set is_enabled = false, revision = i.revision + 1
    where i.project_id = ${projectId} and i.is_enabled and i.status = 'embedded' and not exists (
      select from answer_entries a where a.entry_id = i.id and a.kind = 'item' and ${isInRevision(revision)})`
  const items = await sql<ReleasedItem>`
    select a.entry_id as "itemId", a.version, i.id is not null as "isThere"
    from answer_entries a
    join knowledge_versions v on v.item_id = a.entry_id and v.version = a.version
    left join knowledge_items i on i.id = a.entry_id
    where a.project_id = ${projectId} and a.kind = 'item' and not a.is_draft and ${isInRevision(revision)}
      and (i.is_enabled or a.entry_id = any(${removed.filter(isId)}::uuid[]))
    order by a.entry_id`
  for (const { itemId, version, isThere } of items) {
    await restoreChunks(sql, { companyId, projectId, itemId, version })
    if (isThere) await pointItem(sql, itemId, version, revision)
    else await addRemovedItem(sql, { companyId, projectId }, { itemId, version, revision })
  }
}

async function pointItem(sql: Sql, itemId: string, version: number, revision: number): Promise<void> {
  await sql`
    update knowledge_items i set version = v.version, content_hash = v.content_hash, language = v.language,
      title = v.title, raw_text = case when i.type = 'manual' then coalesce(v.raw_text, v.text) end,
      characters = length(v.text), status = 'embedded', is_enabled = true, question_language = a.question_language,
      embedding_model = case when i.version = v.version then i.embedding_model end,
      stage = null, run_id = null, error = null, failed_at = null, revision = i.revision + 1
    from knowledge_versions v, answer_entries a
    where i.id = ${itemId} and v.item_id = i.id and v.version = ${version}
      and a.entry_id = i.id and a.version = v.version and a.kind = 'item' and ${isInRevision(revision)}`
  await sql`select archive_unused_versions(${itemId})`
}

/** A deleted file is gone, so its item comes back as a text. */
async function addRemovedItem(
  sql: Sql,
  { companyId, projectId }: Scope,
  { itemId, version, revision }: { itemId: string; version: number; revision: number },
): Promise<void> {
  await sql`
    insert into knowledge_items (id, company_id, project_id, type, status, title, raw_text, source_url, characters,
      version, content_hash, language, question_language, fetched_at, position)
    select ${itemId}, ${companyId}, ${projectId}, case when a.source_url is null then 'manual' else 'url' end, 'embedded',
      v.title, case when a.source_url is null then coalesce(v.raw_text, v.text) end, a.source_url, length(v.text),
      v.version, v.content_hash, v.language, a.question_language, v.created_at,
      coalesce((select max(position) from knowledge_items where project_id = ${projectId}), 0) + 1
    from knowledge_versions v
    join answer_entries a on a.entry_id = v.item_id and a.version = v.version and a.kind = 'item'
      and ${isInRevision(revision)}
    where v.item_id = ${itemId} and v.version = ${version}`
}

async function restoreFaqs(
  sql: Sql,
  { companyId, projectId }: Scope,
  revision: number,
  removed: string[],
): Promise<void> {
  const inRelease = part`a.project_id = ${projectId} and a.kind = 'faq' and ${isInRevision(revision)}`
  await sql`
    delete from faqs f where f.project_id = ${projectId}
      and not exists (select from answer_entries a where a.entry_id = f.id and ${inRelease})`
  await sql`
    update faqs f set (${editableColumns}) = (select ${entryFields})
    from answer_entries a where a.entry_id = f.id and ${inRelease}`
  await sql`
    insert into faqs (id, company_id, project_id, ${editableColumns}, position)
    select a.entry_id, ${companyId}, ${projectId}, ${entryFields},
      coalesce((select max(position) from faqs where project_id = ${projectId}), 0) + row_number() over (order by a.id)
    from answer_entries a
    where ${inRelease} and a.entry_id = any(${removed.filter(isId)}::uuid[]) and a.content->>'question' <> ''
      and not exists (select from faqs f where f.id = a.entry_id)`
}
