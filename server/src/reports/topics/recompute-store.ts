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
        m.meta->>'reason' as reason, lead(m.meta->>'reason') over next as next_reason, lead(m.seq) over next as next_seq
      from messages m where m.session_id = any(${sessionIds}::uuid[]) and (
        m.sender_kind = 'agent' or m.meta->>'kind' = 'handover' or m.sender_kind = 'ai' and (
          m.meta->>'kind' = 'suggestions' or m.meta->'sources' <> '[]'::jsonb or not exists (
            select from reply_traces t where t.session_id = m.session_id and t.seq = m.seq
              and t.trace #>> '{decision,rule}' in ('small_talk', 'model_asked_back'))))
      window next as (partition by m.session_id order by m.seq)
    ), conversations as (
      select f.session_id, f.first_seq, f.day, f.language,
        int4range(f.first_seq, lead(f.first_seq) over (partition by f.session_id order by f.first_seq)) as seqs
      from session_facts f where f.session_id = any(${sessionIds}::uuid[])
    ), handovers as (
      select f.session_id, f.first_seq, f.day, f.seqs, min(r.seq) as seq from conversations f
      join replies r on r.session_id = f.session_id and r.seq <@ f.seqs and r.kind = 'handover' group by 1, 2, 3, 4
    ), recomputed as (
      select r.session_id, r.seq, r.asked_at, (r.asked_at at time zone c.time_zone)::date as day, r.kind = 'suggestions' as had_suggestions,
        coalesce(f.language, '') as language, coalesce((
          select array_agg(b.label_id order by b.label_id) from session_labels b where b.session_id = r.session_id), '{}') as label_ids,
        h.first_seq as handed_over_seq, h.day as handed_over_day
      from replies r cross join companies c
      left join conversations f on f.session_id = r.session_id and r.seq <@ f.seqs
      left join handovers h on h.session_id = r.session_id and r.seq <@ h.seqs and h.seq = case
        when r.kind = 'handover' then r.seq when r.next_reason = 'asked_for_person' then r.next_seq end
      where r.kind = 'handover' and r.reason in ('no_answer', 'low_support', 'model_failed')
        or r.kind = 'suggestions' and case when r.meta ? 'helped' then r.meta->'helped' = 'false'::jsonb
          else r.next_reason is not distinct from 'asked_for_person' end
    ), stored as (
      select session_id, seq, asked_at, day, had_suggestions, language, label_ids, handed_over_seq, handed_over_day from unanswered_questions
      where session_id = any(${sessionIds}::uuid[])
    )
    select coalesce(s.session_id, r.session_id) as "sessionId", coalesce(s.seq, r.seq) as seq, to_jsonb(s) as stored,
      to_jsonb(r) as recomputed
    from stored s full join recomputed r on r.session_id = s.session_id and r.seq = s.seq
    where row(s.*) is distinct from row(r.*)`
}

export type TopicCountDifference = {
  day: string
  topicId: string
  measure: 'questions' | 'handedOver'
  stored: number
  recomputed: number
}

/** Sums by topic that differ from those of the stored questions. */
export async function compareTopicCounts(sql: Sql): Promise<TopicCountDifference[]> {
  await sql`set local statement_timeout = 0`
  return sql<TopicCountDifference>`
    with expected as (
      select u.unit, u.day, q.project_id, coalesce(q.topic_id, ${nilId}) as topic_id, s.segment,
        count(*) filter (where u.is_question)::int as total, count(*) filter (where not u.is_question)::int as handed_over
      from unanswered_questions q, lateral (
        select unit, date_trunc(unit, d.day)::date, d.is_question
        from (values (q.day, true), (q.handed_over_day, false)) d (day, is_question), unnest(array['day', 'month']) unit
        where d.day is not null
      ) u (unit, day, is_question), lateral (
        select '*' as segment union all select q.language union all select unnest(q.label_ids)::text
      ) s group by 1, 2, 3, 4, 5
    )
    select coalesce(c.day, e.day)::text as day, coalesce(c.topic_id, e.topic_id) as "topicId", m.measure, m.stored, m.recomputed
    from topic_counts c full join expected e on e.unit = c.unit and e.day = c.day and e.project_id = c.project_id
      and e.topic_id = c.topic_id and e.segment = c.segment
    cross join lateral (values ('questions', coalesce(c.total, 0), coalesce(e.total, 0)),
      ('handedOver', coalesce(c.handed_over, 0), coalesce(e.handed_over, 0))) m (measure, stored, recomputed)
    where m.stored <> m.recomputed`
}
