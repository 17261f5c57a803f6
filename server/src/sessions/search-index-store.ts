import type { Sql } from '../kit/db/db.ts'
import { nilId } from '../kit/db/ids.ts'

/** Runs in the lookup scope: companies with conversations that have changed since they were indexed. */
export function listCompaniesToIndex(sql: Sql): Promise<{ companyId: string }[]> {
  return sql`
    select r.company_id as "companyId" from company_revisions r
    left join session_search_progress p on p.company_id = r.company_id
    where r.rev > coalesce(p.rev, 0)`
}

/**
 * Indexes the texts of quiet conversations, the oldest change first, and returns their number. Returns 0 while another
 * process indexes the same company.
 */
export async function indexQuietSessions(
  sql: Sql,
  companyId: string,
  { quietSeconds, limit }: { quietSeconds: number; limit: number },
): Promise<number> {
  const [result] = await sql<{ done: number }>`
    with progress as materialized (
      select rev, session_id from session_search_progress
    ), changed as materialized (
      select s.session_id, s.rev, s.last_seq, s.last_message_at from session_states s
      where (s.rev, s.session_id) > (coalesce((select rev from progress), 0),
          coalesce((select session_id from progress), ${nilId}::uuid))
        and (select pg_try_advisory_xact_lock(hashtextextended(${companyId}, 19)))
      order by s.rev, s.session_id limit ${limit}
    ), quiet as materialized (
      select c.* from changed c where not exists (
        select from changed e where (e.rev, e.session_id) <= (c.rev, c.session_id)
          and e.last_message_at > now() - ${quietSeconds} * interval '1 second')
    ), behind as (
      select q.session_id, coalesce(t.segment, 0) as segment from quiet q left join lateral (
        select t.segment, t.last_seq from session_search_texts t where t.session_id = q.session_id
        order by t.segment desc limit 1
      ) t on true where q.last_seq > coalesce(t.last_seq, 0)
    ), written as (
      insert into session_search_texts as t (company_id, session_id, segment, last_seq, text)
      select ${companyId}, m.session_id, (m.seq - 1) / 100, max(m.seq), string_agg(lower(m.text), E'\n' order by m.seq)
      from behind b join messages m on m.session_id = b.session_id and m.seq > b.segment * 100
      group by m.session_id, (m.seq - 1) / 100
      on conflict (company_id, session_id, segment) do update set text = excluded.text, last_seq = excluded.last_seq
    ), noted as (
      insert into session_search_progress as p (company_id, rev, session_id)
      select ${companyId}, q.rev, q.session_id from quiet q order by q.rev desc, q.session_id desc limit 1
      on conflict (company_id) do update set rev = excluded.rev, session_id = excluded.session_id
    )
    select count(*)::int as done from quiet`
  return result?.done ?? 0
}
