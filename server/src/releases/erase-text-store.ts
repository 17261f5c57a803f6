import type { Sql } from '../kit/db/db.ts'
import { takeDown } from '../knowledge/answers-store.ts'

type ErasedText = { projectId: string; kind: 'item' | 'faq'; id: string }

/**
 * Deletes an item or FAQ with all its versions, and what was made of its text: results of answer tests, replays, and contents that a
 * source has stored for it. The releases keep an entry without title and text, so that a reply can say what happened. Returns the
 * title, or null when no release has the text.
 */
export async function eraseText(sql: Sql, { projectId, kind, id }: ErasedText): Promise<string | null> {
  await takeDown(sql, projectId, kind, [id])
  if (kind === 'item') await eraseItem(sql, projectId, id)
  else await sql`delete from faqs where project_id = ${projectId} and id = ${id}`
  await eraseCopies(sql, projectId, id)
  const [entry] = await sql<{ title: string }>`
    select coalesce(title, content ->> 'question') as title from answer_entries
    where project_id = ${projectId} and kind = ${kind} and entry_id = ${id}
    order by id desc limit 1`
  await sql`
    update answer_entries set title = case when kind = 'item' then '' end, source_url = null,
      content = case when kind = 'faq' then '{"question": "", "answer": ""}' else content end
    where project_id = ${projectId} and kind = ${kind} and entry_id = ${id}`
  return entry?.title ?? null
}

/** The page of a source stays, so that the next run knows it, but without what was read from it. */
async function eraseItem(sql: Sql, projectId: string, itemId: string): Promise<void> {
  const pages = await sql<{ id: string; url: string }>`
    update source_pages set title = url, excerpt = '' where project_id = ${projectId} and item_id = ${itemId} returning id, url`
  await sql`delete from source_contents where page_id = any(${pages.map(({ id }) => id)}::uuid[])`
  await sql`
    update source_run_pages set title = null
    where project_id = ${projectId} and url = any(${pages.map(({ url }) => url)}::text[])`
  await sql`delete from knowledge_items where project_id = ${projectId} and id = ${itemId}`
  await sql`delete from knowledge_versions where project_id = ${projectId} and item_id = ${itemId}`
}

/** Answers that were computed from the text, without a conversation. */
async function eraseCopies(sql: Sql, projectId: string, id: string): Promise<void> {
  const cited = JSON.stringify([{ itemId: id }])
  await sql`delete from answer_test_results where project_id = ${projectId} and sources @> ${cited}::jsonb`
  await sql`
    update answer_tests set must_cite_title = '' where project_id = ${projectId} and must_cite = ${id}`
  await sql`delete from replays where project_id = ${projectId}`
}

/**
 * Deletes what the traces of replies repeat of a text, in up to `limit` conversations with ids above `after`. Returns the last
 * of these ids, or null when no conversation is left.
 */
export async function eraseFromTraces(
  sql: Sql,
  { projectId, id, after, limit }: { projectId: string; id: string; after: string; limit: number },
): Promise<string | null> {
  const passages = JSON.stringify({ passages: [{ itemId: id }] })
  const [batch] = await sql<{ last: string | null; count: number }>`
    with batch as (
      select id from sessions where project_id = ${projectId} and id > ${after} order by id limit ${limit}
    ), erased as (
      update reply_traces t set trace = jsonb_set(t.trace, '{passages}', (
        select jsonb_agg(case when p.passage ->> 'itemId' = ${id}
          then p.passage || '{"title": "", "heading": "", "url": null, "quote": ""}' else p.passage end order by p.position)
        from jsonb_array_elements(t.trace -> 'passages') with ordinality as p (passage, position)))
      from batch b where t.session_id = b.id and t.trace @> ${passages}::jsonb
    )
    select (array_agg(id order by id desc))[1] as last, count(*)::int as count from batch`
  return batch && batch.count === limit ? batch.last : null
}
