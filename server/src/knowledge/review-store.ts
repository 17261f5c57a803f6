import type {
  KnowledgeChunk,
  KnowledgeContent,
  KnowledgeUse,
  KnowledgeUseCounts,
} from '@aichat/contracts/ai/knowledge-review'
import type { Sql } from '../kit/db/db.ts'

export async function findContent(sql: Sql, projectId: string, itemId: string): Promise<KnowledgeContent> {
  const [row] = await sql<{ text: string; readAt: string; version: number }>`
    select v.text, v.created_at as "readAt", v.version from knowledge_items i
    join knowledge_versions v on v.item_id = i.id and v.version = i.version
    where i.project_id = ${projectId} and i.id = ${itemId}`
  if (!row) return { text: '', readAt: null, chunks: [] }
  const chunks = await sql<KnowledgeChunk>`
    select position, headings, body, start_offset as start, end_offset as "end", overlap from knowledge_chunks
    where item_id = ${itemId} and version = ${row.version} order by position`
  return { text: row.text, readAt: row.readAt, chunks }
}

/** Replies of the project that are searched for items, newest first. */
const maxTraces = 2000
const maxUses = 50

export function listUses(sql: Sql, projectId: string, itemId: string): Promise<KnowledgeUse[]> {
  const cited = JSON.stringify({ passages: [{ itemId, isCited: true }] })
  return sql<KnowledgeUse>`
    with uses as (
      select session_id, seq, created_at, trace from (
        select t.session_id, t.seq, t.created_at, t.trace from reply_traces t join sessions s on s.id = t.session_id
        where s.project_id = ${projectId} order by t.created_at desc limit ${maxTraces}
      ) newest
      where trace @> ${cited}::jsonb and trace ->> 'outcome' in ('answered', 'suggested')
      order by created_at desc limit ${maxUses}
    )
    select u.session_id as "sessionId", left(u.trace ->> 'question', 2000) as question, u.trace ->> 'outcome' as outcome,
      q.quotes, u.created_at as at, array(
        select c.position from knowledge_items i
        join knowledge_chunks c on c.item_id = i.id and c.version = i.version
        where i.id = ${itemId} and exists (select from unnest(q.quotes) as quote where strpos(c.body, quote) > 0)
        order by c.position
      ) as positions
    from uses u cross join lateral (
      select coalesce(array_agg(quote order by number), '{}') as quotes from (
        select p ->> 'quote' as quote, min((p ->> 'number')::int) as number from jsonb_array_elements(u.trace -> 'passages') as p
        where p ->> 'itemId' = ${itemId} and (p ->> 'isCited')::boolean and p ->> 'quote' <> '' group by p ->> 'quote'
      ) cited
    ) q
    order by u.created_at desc, u.seq desc`
}

export async function countUses(sql: Sql, projectId: string): Promise<KnowledgeUseCounts> {
  const [row] = await sql<KnowledgeUseCounts>`
    with counted as (
      select t.session_id, t.seq, t.created_at, t.trace from reply_traces t join sessions s on s.id = t.session_id
      where s.project_id = ${projectId} and t.created_at > now() - interval '30 days'
      order by t.created_at desc limit ${maxTraces}
    ), uses as (
      select distinct c.session_id, c.seq, p ->> 'itemId' as item_id
      from counted c cross join lateral jsonb_array_elements(c.trace -> 'passages') as p
      where c.trace ->> 'outcome' in ('answered', 'suggested') and (p ->> 'isCited')::boolean
    )
    select
      (select case when count(*) < ${maxTraces} then now() - interval '30 days' else min(created_at) end
        from counted) as since,
      (select coalesce(jsonb_agg(jsonb_build_object('itemId', item_id, 'count', count)), '[]')
        from (select item_id, count(*)::int as count from uses group by item_id) items) as counts`
  return row as KnowledgeUseCounts
}
