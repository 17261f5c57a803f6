import type { ReleasedText } from '@aichat/contracts/ai/answer-sets'
import type { Sql } from '../kit/db/db.ts'
import { isInRevision } from './difference-store.ts'
import { findRelease } from './store.ts'

/** `revision` counts the revisions of the release from 1. */
type ReleasedItem = { number: number; revision: number; itemId: string }

/** The text of an item in a revision of a release; null when that release did not have the item. */
export async function findReleasedText(
  sql: Sql,
  projectId: string,
  { number, revision, itemId }: ReleasedItem,
): Promise<ReleasedText | null> {
  const release = await findRelease(sql, projectId, number)
  if (!release || release.revision === null) return null
  const [text] = await sql<ReleasedText>`
    select a.title, a.source_url as url, v.text from answer_entries a
    left join knowledge_versions v on v.item_id = a.entry_id and v.version = a.version
    where a.project_id = ${projectId} and a.kind = 'item' and a.entry_id = ${itemId}
      and ${isInRevision(release.revision + revision - 1)}`
  return text ?? null
}
