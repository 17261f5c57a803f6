import part from 'sql-template-tag'
import type { Sql } from '../kit/db/db.ts'
import { allProjects } from './report-store.ts'

/**
 * The facts of conversations, computed from their messages by one query that shares nothing with deriveFacts(): the definitions of docs/reports.md,
 * implemented a second time.
 */
const recompute = (sessionIds: string[]) => part`
  with kinds as (
    select m.session_id, m.seq, date_trunc('milliseconds', m.created_at) as at, m.sender_id, m.meta,
      m.sender_kind = 'visitor' or m.meta->>'kind' = 'prechat_summary' as is_visitor,
      m.sender_kind = 'agent' as is_team,
      m.sender_kind = 'agent' and not m.meta ? 'apiKey' and m.sender_id not in (select id from api_keys) as is_person,
      m.sender_kind = 'ai' as is_ai,
      m.sender_kind = 'ai' and m.meta->>'kind' is distinct from 'suggestions' and (
        m.meta->'sources' <> '[]'::jsonb or not exists (
          select from reply_traces t where t.session_id = m.session_id and t.seq = m.seq
            and t.trace #>> '{decision,rule}' in ('small_talk', 'model_asked_back'))) as is_answer,
      m.sender_kind = 'ai' and m.meta->>'kind' = 'suggestions' as is_suggestion,
      m.sender_kind = 'system' and m.meta->>'kind' = 'handover' as is_handover,
      m.sender_kind = 'system' and m.meta->>'kind' = 'feedback' as is_rating,
      (m.meta->>'helped')::boolean as helped, (m.meta #>> '{feedback,rating}')::int as rating
    from messages m where m.session_id = any(${sessionIds}::uuid[])
  ), breaks as (
    select *, coalesce(is_visitor and at - lag(at) over (partition by session_id order by seq) > interval '72 hours', false)
      as is_break
    from kinds
  ), numbered as (
    select *, count(*) filter (where is_break) over (partition by session_id order by seq) as number from breaks
  ), seen as (
    select *,
      max(seq) filter (where is_visitor) over before as visitor_before,
      max(seq) filter (where is_answer or is_suggestion or is_handover) over before as reply_before,
      max(seq) filter (where is_handover) over before as handover_before,
      lag(at) over (partition by session_id, number order by seq) as at_before,
      min(seq) filter (where is_team) over (partition by session_id, number) as first_of_team,
      min(seq) filter (where is_answer or is_suggestion or is_handover) over after as reply_after,
      min(seq) filter (where is_visitor or is_team or is_ai or is_handover) over after as message_after
    from numbered
    window before as (partition by session_id, number order by seq rows between unbounded preceding and 1 preceding),
      after as (partition by session_id, number order by seq rows between 1 following and unbounded following)
  ), returns as (
    select s.session_id, s.number, max(s.seq) as last_return from seen s
    left join kinds r on r.session_id = s.session_id and r.seq = s.reply_before
    where s.is_visitor and s.visitor_before is not null and (
      exists (select from session_closings c where c.session_id = s.session_id
        and c.seq >= s.visitor_before and c.seq < s.seq)
      or s.reply_before > s.visitor_before and not r.is_handover and s.at - r.at >= interval '30 minutes'
        and coalesce(s.first_of_team > s.seq, true))
    group by 1, 2
  ), responses as (
    select distinct on (s.session_id, s.number) s.session_id, s.number, s.seq, s.at, s.sender_id, (
        select max(e.seq) from seen e where e.session_id = s.session_id and e.number = s.number and e.seq < s.seq
          and (e.is_team and not e.is_person or e.is_ai and e.handover_before is null)
      ) as answered_seq, (
        select v.at from seen v where v.session_id = s.session_id and v.seq = s.visitor_before
      ) as last_visitor_at
    from seen s where s.is_person and s.visitor_before is not null order by s.session_id, s.number, s.seq
  ), waits as (
    select r.*, coalesce((
      select case when w.is_visitor then w.at else coalesce(w.at_before, w.at) end from seen w
      where w.session_id = r.session_id and w.number = r.number and w.seq < r.seq and w.seq > coalesce(r.answered_seq, 0)
        and (w.is_visitor or w.is_handover) order by w.seq limit 1), r.last_visitor_at) as since
    from responses r
  ), scheduled_waits as (
    select w.*, w.schedule->>'timeZone' as time_zone from (
      select w.*, coalesce((
          select h.schedule from business_hours_versions h
          where h.project_id = p.project_id and h.valid_from <= w.since order by h.valid_from desc limit 1
        ), (
          select h.schedule from business_hours_versions h
          where h.project_id is null and h.valid_from <= w.since order by h.valid_from desc limit 1
        )) as schedule
      from waits w join sessions p on p.id = w.session_id
    ) w
  ), business_waits as materialized (
    -- Within each half hour, the wall clock has one offset: clocks change at full and half hours (UTC).
    select w.*, case when w.schedule is not null then (
      select coalesce(floor(sum(extract(epoch from upper(r) - lower(r)))), 0)::int from (
        select range_agg(tsrange(d.day + t.opens, d.day + t.closes
          + case when t.closes > t.opens then interval '0' else interval '1 day' end)) as open
        from generate_series(date_trunc('day', w.since at time zone w.time_zone) - interval '1 day',
          w.at at time zone w.time_zone, interval '1 day') d (day)
        cross join jsonb_array_elements(coalesce((
            select x->'spans' from jsonb_array_elements(w.schedule->'exceptions') x where (x->>'date')::date = d.day
          ), w.schedule->'week'->rtrim(to_char(d.day, 'day')))) s
        cross join lateral (select (s->>'from')::time as opens, (s->>'to')::time as closes) t
      ) o
      cross join generate_series(date_bin('30 minutes', w.since, 'epoch'), w.at, interval '30 minutes') q (start)
      cross join lateral (select greatest(q.start, w.since) as start, least(q.start + interval '30 minutes', w.at) as stop) b
      cross join lateral (select b.start at time zone w.time_zone as wall) c
      cross join unnest(o.open * tsmultirange(tsrange(c.wall, c.wall + (b.stop - b.start)))) r
      where b.stop > b.start
    ) end as business_seconds
    from scheduled_waits w
  ), judged_replies as (
    select s.*, coalesce(s.rating < 3, false) or coalesce(r.meta->>'reason' = 'asked_for_person', false)
      or coalesce(m.is_person, false) as is_unhelpful
    from seen s
    left join kinds r on r.session_id = s.session_id and r.seq = s.reply_after and r.is_handover
    left join kinds m on m.session_id = s.session_id and m.seq = s.message_after
    where s.is_ai
  ), parts as (
    select session_id, number, min(seq) as first_seq, max(seq) as last_seq,
      min(at) filter (where is_visitor) as started_at,
      min(seq) filter (where is_visitor) as first_visitor, max(seq) filter (where is_visitor) as last_visitor,
      coalesce((array_agg(meta->>'language' order by seq) filter (where meta ? 'language'))[1], '') as language,
      count(*) filter (where is_visitor or is_team or is_ai)::int as messages,
      count(*) filter (where is_answer)::int as ai_answers,
      bool_or(is_suggestion) as has_suggestions,
      max(seq) filter (where helped) as last_help, bool_or(jsonb_array_length(meta->'opened') > 0) as has_opened,
      (array_agg(meta->>'reason' order by seq) filter (where is_handover))[1] as handover_reason,
      (array_agg(rating order by seq desc) filter (where is_rating))[1]::smallint as rating,
      max(seq) filter (where helped is not null or rating is not null) as verdict_seq,
      (array_agg(coalesce(rating >= 4, helped) order by seq desc) filter (where helped is not null or rating is not null))[1]
        as is_good,
      bool_or(is_answer or is_suggestion or is_team) as is_answered,
      (array_agg(is_ai order by seq desc) filter (where is_visitor or is_team or is_ai))[1] as ends_with_ai,
      bool_or(is_team or is_handover) as has_others
    from numbered group by 1, 2 having bool_or(is_visitor)
  )
  select s.company_id, p.session_id, p.first_seq, s.project_id, p.started_at,
    (p.started_at at time zone c.time_zone)::date as day,
    extract(hour from p.started_at at time zone c.time_zone)::smallint as hour,
    p.language, p.messages, p.ai_answers, p.has_suggestions,
    p.last_help is not null and coalesce(p.last_help > r.last_return, true) as suggestions_helped,
    p.handover_reason, w.sender_id as first_responder_id,
    case when w.at is not null then greatest(0, floor(extract(epoch from w.at - w.since)))::int end as first_response_seconds, (
      select greatest(0, floor(extract(epoch from date_trunc('milliseconds', l.closed_at) - p.started_at)))::int
      from session_closings l where l.session_id = p.session_id and l.seq between p.last_visitor and p.last_seq
      order by l.seq desc, l.closed_at desc limit 1
    ) as resolution_seconds,
    p.rating, coalesce(p.is_good, false) and coalesce(p.verdict_seq > r.last_return, true) as is_confirmed,
    p.ends_with_ai and p.is_answered and not p.has_others and p.verdict_seq is null and r.last_return is null as is_quiet,
    r.last_return is not null as came_back, not p.is_answered as is_unanswered, (
      select case when not n.is_team then greatest(0, floor(extract(epoch from n.at - p.started_at)))::int end
      from numbered n where n.session_id = p.session_id and n.number = p.number and n.seq > p.first_visitor
        and (n.is_ai or n.is_handover or n.is_team) order by n.seq limit 1
    ) as first_ai_reply_seconds, coalesce((
      select jsonb_agg(jsonb_build_object('id', a.id, 'messages', a.messages) order by a.id) from (
        select n.sender_id::text collate "C" as id, count(*) as messages from numbered n
        where n.session_id = p.session_id and n.number = p.number and n.is_person and n.seq > p.first_visitor group by 1
      ) a), '[]') as agents, coalesce((
      select jsonb_agg(to_jsonb(u) order by u.id) from (
        select o->>'itemId' collate "C" as id, bool_or(n.is_answer) as "isCited", coalesce(bool_or(n.is_suggestion), false) as "isSuggested",
          bool_or(n.is_answer and n.is_unhelpful) as "isUnhelpful"
        from judged_replies n cross join jsonb_array_elements(n.meta->'sources') o
        where n.session_id = p.session_id and n.number = p.number and n.is_ai group by 1
      ) u), '[]') as sources,
    w.business_seconds as first_response_business_seconds,
    coalesce(p.has_opened, false) as suggestions_opened, coalesce((
      select array_agg(b.label_id order by b.label_id) from session_labels b where b.session_id = p.session_id), '{}') as label_ids
  from parts p
  join sessions s on s.id = p.session_id
  cross join companies c
  left join returns r on r.session_id = p.session_id and r.number = p.number
  left join business_waits w on w.session_id = p.session_id and w.number = p.number`

/** Runs in the lookup scope. */
export function listCompanies(sql: Sql): Promise<{ companyId: string }[]> {
  return sql`select company_id as "companyId" from company_revisions order by company_id`
}

/** The next conversations in the order of their ids whose facts are current. */
export async function listCountedSessions(sql: Sql, afterId: string, limit: number): Promise<string[]> {
  const rows = await sql<{ id: string }>`
    select s.session_id as id from session_states s join session_facts_progress p
      on (s.rev, s.session_id) <= (p.rev, p.session_id)
    where s.session_id > ${afterId} order by s.session_id limit ${limit}`
  return rows.map(({ id }) => id)
}

export type FactDifference = {
  sessionId: string
  firstSeq: number
  stored: Record<string, unknown> | null
  recomputed: Record<string, unknown> | null
}

/** Stored facts that differ from the messages, and how many were compared. */
export async function compareFacts(
  sql: Sql,
  sessionIds: string[],
): Promise<{ compared: number; differences: FactDifference[] }> {
  await sql`set local statement_timeout = 0`
  const [row] = await sql<{ compared: number; differences: FactDifference[] | null }>`
    with recomputed as materialized (${recompute(sessionIds)}), stored as materialized (
      select * from session_facts where session_id = any(${sessionIds}::uuid[])
    ), different as (
      select coalesce(f.session_id, n.session_id) as "sessionId", coalesce(f.first_seq, n.first_seq) as "firstSeq",
        to_jsonb(f) as stored, to_jsonb(n) as recomputed
      from stored f full join recomputed n on n.session_id = f.session_id and n.first_seq = f.first_seq
      where row(f.*) is distinct from row(n.*)
    )
    select (select count(*)::int from recomputed) as compared, (select jsonb_agg(d) from different d) as differences`
  return { compared: row?.compared ?? 0, differences: row?.differences ?? [] }
}

export type CountDifference = {
  day: string
  measure: string
  /** Of a distribution; null for a count. */
  value: number | null
  stored: number
  recomputed: number
}

/** Sums by day that differ from those of the stored facts. */
export async function compareCounts(sql: Sql): Promise<CountDifference[]> {
  await sql`set local statement_timeout = 0`
  return sql<CountDifference>`
    with counted as (
      select f.day, f.project_id, s.segment, m.measure, m.value, sum(m.total) as total
      from session_facts f, lateral (
        select measure, null::int as value, total from list_report_counts(f)
        union all select measure, value, 1 from list_report_values(f)
      ) m, lateral (
        select '*' as segment union all select f.language union all select unnest(f.label_ids)::text
      ) s group by 1, 2, 3, 4, 5
    ), sums as (
      select 'day' as unit, day, coalesce(project_id, ${allProjects}) as project_id, segment, measure, value, sum(total)::int as total
      from counted group by grouping sets ((project_id), ()), segment, day, measure, value
      union all
      select 'month', date_trunc('month', day)::date, coalesce(project_id, ${allProjects}), segment, measure, value, sum(total)::int
      from counted where value is not null or is_of_agent_or_source(measure)
      group by grouping sets ((project_id), ()), segment, date_trunc('month', day), measure, value
    ), expected as (
      select * from sums where is_counted_in(measure, project_id)
    ), stored as (
      select unit, day, project_id, segment, measure, null::int as value, total from report_counts
      union all
      select unit, day, project_id, segment, measure, v.value, v.total
      from report_distributions, unnest(distinct_values, totals) v (value, total)
    )
    select coalesce(c.day, s.day)::text as day, coalesce(c.measure, s.measure) as measure, coalesce(c.value, s.value) as value,
      coalesce(c.total, 0) as stored, coalesce(s.total, 0) as recomputed
    from stored c full join expected s on c.unit = s.unit and c.day = s.day and c.project_id = s.project_id
      and c.segment = s.segment and c.measure = s.measure and coalesce(c.value, -1) = coalesce(s.value, -1)
    where coalesce(c.total, 0) <> coalesce(s.total, 0)`
}
