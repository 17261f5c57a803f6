import type { Sql } from '../../kit/db/db.ts'
import { nilId } from '../../kit/db/ids.ts'

export type QuestionDifference = {
  sessionId: string
  seq: number
  /** Null for a question that is not stored, and for one that the messages do not have. */
  stored: Record<string, unknown> | null
  recomputed: Record<string, unknown> | null
}

/**
 * Unanswered questions of conversations that differ from their messages, by a query that shares nothing with
 * listUnansweredQuestions(): the definition of docs/reports.md, implemented a second time.
 */
export async function compareQuestions(sql: Sql, sessionIds: string[]): Promise<QuestionDifference[]> {
  await sql`set local statement_timeout = 0`
  return sql<QuestionDifference>`
    with replies as (
      select m.session_id, m.seq, date_trunc('milliseconds', m.created_at) as asked_at, m.meta, m.meta->>'kind' as kind,
        m.meta->>'reason' as reason, lead(m.meta->>'reason') over (partition by m.session_id order by m.seq) as next_reason
      from messages m where m.session_id = any(${sessionIds}::uuid[]) and (
        m.sender_kind = 'agent' or m.meta->>'kind' = 'handover' or m.sender_kind = 'ai' and (
          m.meta->>'kind' = 'suggestions' or m.meta->'sources' <> '[]'::jsonb or not exists (
            select from reply_traces t where t.session_id = m.session_id and t.seq = m.seq
              and t.trace #>> '{decision,rule}' in ('small_talk', 'model_asked_back'))))
    ), recomputed as (
      select r.session_id, r.seq, r.asked_at, (r.asked_at at time zone c.time_zone)::date as day, r.kind = 'suggestions' as had_suggestions,
        coalesce(f.language, '') as language, coalesce((
          select array_agg(b.label_id order by b.label_id) from session_labels b where b.session_id = r.session_id), '{}') as label_ids
      from replies r cross join companies c left join lateral (
        select f.language from session_facts f where f.session_id = r.session_id and f.first_seq <= r.seq
        order by f.first_seq desc limit 1
      ) f on true
      where r.kind = 'handover' and r.reason in ('no_answer', 'low_support', 'model_failed')
        or r.kind = 'suggestions' and case when r.meta ? 'helped' then r.meta->'helped' = 'false'::jsonb
          else r.next_reason is not distinct from 'asked_for_person' end
    ), stored as (
      select session_id, seq, asked_at, day, had_suggestions, language, label_ids from unanswered_questions
      where session_id = any(${sessionIds}::uuid[])
    )
    select coalesce(s.session_id, r.session_id) as "sessionId", coalesce(s.seq, r.seq) as seq, to_jsonb(s) as stored,
      to_jsonb(r) as recomputed
    from stored s full join recomputed r on r.session_id = s.session_id and r.seq = s.seq
    where row(s.*) is distinct from row(r.*)`
}

export type TopicCountDifference = { day: string; topicId: string; stored: number; recomputed: number }

/** Sums by topic that differ from those of the stored questions. */
export async function compareTopicCounts(sql: Sql): Promise<TopicCountDifference[]> {
  await sql`set local statement_timeout = 0`
  return sql<TopicCountDifference>`
    with expected as (
      select u.unit, u.day, q.project_id, coalesce(q.topic_id, ${nilId}) as topic_id, s.segment, count(*)::int as total
      from unanswered_questions q, lateral (
        values ('day', q.day), ('month', date_trunc('month', q.day)::date)
      ) u (unit, day), lateral (
        select '*' as segment union all select q.language union all select unnest(q.label_ids)::text
      ) s group by 1, 2, 3, 4, 5
    )
    select coalesce(c.day, e.day)::text as day, coalesce(c.topic_id, e.topic_id) as "topicId", coalesce(c.total, 0) as stored,
      coalesce(e.total, 0) as recomputed
    from topic_counts c full join expected e on e.unit = c.unit and e.day = c.day and e.project_id = c.project_id
      and e.topic_id = c.topic_id and e.segment = c.segment
    where coalesce(c.total, 0) <> coalesce(e.total, 0)`
}
