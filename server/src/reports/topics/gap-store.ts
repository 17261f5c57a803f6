import type { TopicStatus } from '@aichat/contracts/company/topics'
import part, { empty, join, type Sql as Statement } from 'sql-template-tag'
import type { Sql } from '../../kit/db/db.ts'
import { nilId } from '../../kit/db/ids.ts'
import { listRanges } from '../period.ts'
import { isInMonthsAndDays, isOfSegment, type ReportFilter } from '../report-store.ts'
import { questionText } from './topic-store.ts'

/** Unanswered questions, and conversations handed over because of them, in a period and in the one before. */
export type TopicSum = {
  id: string
  status: TopicStatus | null
  questions: number
  previousQuestions: number
  handedOver: number
  previousHandedOver: number
}

/**
 * Questions by topic. Those of merged topics count for the topic that they were merged into; those without a topic have the nil UUID and no
 * status.
 */
export function sumByTopic(sql: Sql, filter: ReportFilter, previous: ReportFilter): Promise<TopicSum[]> {
  // One range of days at a time is read from the index alone.
  const select = (period: ReportFilter, isBefore: boolean) =>
    listRanges(period).map(
      ({ unit, sign, from, to }) => part`
        select c.topic_id, ${isBefore}::boolean as is_before, ${sign}::int * c.total as total, ${sign}::int * c.handed_over as handed_over
        from topic_counts c
        where ${isCountedFor(filter)} and c.unit = ${unit} and c.day between ${from}::date and ${to}::date`,
    )
  return sql<TopicSum>`
    select s.*, t.status from (
      select coalesce(t.counted_in, c.topic_id) as id,
        coalesce(sum(c.total) filter (where not c.is_before), 0)::int as questions,
        coalesce(sum(c.total) filter (where c.is_before), 0)::int as "previousQuestions",
        coalesce(sum(c.handed_over) filter (where not c.is_before), 0)::int as "handedOver",
        coalesce(sum(c.handed_over) filter (where c.is_before), 0)::int as "previousHandedOver"
      from (
        select c.topic_id, c.is_before, sum(c.total) as total, sum(c.handed_over) as handed_over
        from (${join([...select(filter, false), ...select(previous, true)], ' union all ')}) c group by 1, 2
      ) c left join topics t on t.id = c.topic_id group by 1
    ) s left join topics t on t.id = s.id`
}

function isCountedFor(filter: ReportFilter): Statement {
  const { projectId, deletedProjectIds } = filter
  const isOfProject =
    projectId === undefined
      ? part`c.project_id <> all(${deletedProjectIds}::uuid[])`
      : part`c.project_id = ${projectId}`
  return part`${isOfProject} and ${isOfSegment(filter)}`
}

export type TopicRow = {
  id: string
  project: { id: string; name: string }
  name: string | null
  /** What a model wrote. */
  writtenName: string | null
  summary: string | null
  status: TopicStatus
  statusAt: string
  /** The topic and all whose questions count for it. */
  ids: string[]
  /** Topics that were merged into this one, not into one of those. */
  merged: { id: string; name: string | null; writtenName: string | null }[]
}

/** In the order of the ids. */
export function listTopics(sql: Sql, ids: string[]): Promise<TopicRow[]> {
  return sql<TopicRow>`
    select t.id, jsonb_build_object('id', p.id, 'name', p.name) as project, t.name, d.name as "writtenName", d.summary, t.status,
      t.status_at as "statusAt", t.id || array(select merged.id from topics merged where merged.counted_in = t.id order by merged.id) as ids,
      coalesce((select jsonb_agg(jsonb_build_object('id', merged.id, 'name', merged.name, 'writtenName', m.name) order by merged.id)
        from topics merged left join topic_descriptions m on m.topic_id = merged.id where merged.merged_into = t.id), '[]') as merged
    from unnest(${ids}::uuid[]) with ordinality as n (id, place) join topics t on t.id = n.id join projects p on p.id = t.project_id
    left join topic_descriptions d on d.topic_id = t.id order by n.place`
}

/** Questions by topic in steps of `trendDays` days, of which the last one has the number 0 and ends with the period. */
export function listTrend(
  sql: Sql,
  filter: ReportFilter,
  { topicIds, trendDays }: { topicIds: string[]; trendDays: number },
): Promise<{ topicId: string; step: number; total: number }[]> {
  return sql`
    select c.topic_id as "topicId", (${filter.to}::date - c.day) / ${trendDays}::int as step, sum(c.total)::int as total
    from topic_counts c where c.topic_id = any(${topicIds}::uuid[]) and ${isOfSegment(filter)} and c.unit = 'day'
      and c.day between ${filter.from}::date and ${filter.to}::date
    group by 1, 2`
}

export type TopicWords = {
  topicId: string
  sessionId: string
  seq: number
  askedAt: string
  terms: string[]
  words: string[]
}

/** By which a topic is named. */
const maxNamingQuestions = 12

/** The newest questions of each topic in the period. */
export function listNewestQuestions(
  sql: Sql,
  filter: ReportFilter,
  topicIds: string[],
): Promise<TopicWords[]> {
  const isTotal = filter.language === undefined && filter.labelId === undefined
  return sql<TopicWords>`
    select n.id as "topicId", q.session_id as "sessionId", q.seq, q.asked_at as "askedAt", q.terms, q.words
    from unnest(${topicIds}::uuid[]) as n (id) cross join lateral (
      select q.* from ${isTotal ? part`unanswered_questions q` : joinDaysOfQuestions(filter)}
      where q.topic_id = n.id and ${isAsked(filter)} order by q.asked_at desc limit ${maxNamingQuestions}
    ) q`
}

/**
 * Questions `q` of the topic `n` on its last days with one of the language or label, so that rare ones are found without reading all questions
 * of the topic.
 */
function joinDaysOfQuestions(filter: ReportFilter): Statement {
  return part`(
    select c.day::timestamp at time zone o.time_zone as start, (c.day + 1)::timestamp at time zone o.time_zone as "end"
    from topic_counts c, companies o where c.topic_id = n.id and ${isOfSegment(filter)} and c.unit = 'day' and c.total > 0
      and c.day between ${filter.from}::date and ${filter.to}::date order by c.day desc limit ${maxNamingQuestions}
  ) d join unanswered_questions q on q.asked_at >= d.start and q.asked_at < d."end"`
}

/** How many questions each topic has had since a time, at most 1000. */
export function countSince(
  sql: Sql,
  topics: { id: string; since: string }[],
): Promise<{ topicId: string; questions: number }[]> {
  return sql`
    select n.id as "topicId", (
      select count(*)::int from (
        select from unanswered_questions q where q.topic_id = n.id and q.asked_at > n.since limit 1000
      ) later) as questions
    from unnest(${topics.map(({ id }) => id)}::uuid[], ${topics.map(({ since }) => since)}::timestamptz[]) as n (id, since)`
}

/** The texts of questions, in no order. */
export function listTexts(
  sql: Sql,
  questions: { sessionId: string; seq: number }[],
): Promise<{ sessionId: string; seq: number; text: string }[]> {
  return sql`
    select q.session_id as "sessionId", q.seq, ${questionText} as text
    from unnest(${questions.map(({ sessionId }) => sessionId)}::uuid[], ${questions.map(({ seq }) => seq)}::int[]) as q (session_id, seq)
    left join reply_traces t on t.session_id = q.session_id and t.seq = q.seq`
}

/** A topic and those merged into it, or with null the questions without a topic. */
export type TopicIds = string[] | null

export async function countTopics(
  sql: Sql,
  filter: ReportFilter,
  topicIds: TopicIds,
): Promise<{ questions: number; handedOver: number }> {
  const [row] = await sql<{ questions: number; handedOver: number }>`
    select coalesce(sum(c.total), 0)::int as questions, coalesce(sum(c.handed_over), 0)::int as "handedOver" from topic_counts c
    where ${isCountedFor(filter)} and ${isInMonthsAndDays(filter)} and c.topic_id = any(${topicIds ?? [nilId]}::uuid[])`
  return row ?? { questions: 0, handedOver: 0 }
}

export type QuestionRow = {
  sessionId: string
  seq: number
  project: { id: string; name: string }
  visitorName: string | null
  question: string
  askedAt: string
  hadSuggestions: boolean
  reply: string | null
  cursor: string
}

/** Unanswered questions, the newest first. `cursor` is the position of a row. */
export function listQuestions(
  sql: Sql,
  filter: ReportFilter,
  topicIds: TopicIds,
  { cursor = '', limit }: { cursor?: string | undefined; limit: number },
): Promise<QuestionRow[]> {
  const [micros = '', sessionId = '', seq = ''] = cursor.split('_')
  const isCursor = /^\d{1,16}$/.test(micros) && /^[0-9a-f-]{36}$/.test(sessionId) && /^\d{1,9}$/.test(seq)
  const isBefore = isCursor
    ? part`(q.asked_at, q.session_id, q.seq) <
        ('epoch'::timestamptz + ${micros}::bigint * interval '1 microsecond', ${sessionId}::uuid, ${seq}::int)`
    : part`true`
  const isOfTopic = topicIds === null ? part`q.topic_id is null` : part`q.topic_id = any(${topicIds}::uuid[])`
  return sql<QuestionRow>`
    select q.session_id as "sessionId", q.seq, jsonb_build_object('id', p.id, 'name', p.name) as project,
      d.visitor_name as "visitorName", ${questionText} as question, q.asked_at as "askedAt", q.had_suggestions as "hadSuggestions", (
        select left(m.text, 2000) from messages m
        where m.session_id = q.session_id and m.seq > q.seq and m.sender_kind = 'agent' order by m.seq limit 1
      ) as reply,
      (extract(epoch from q.asked_at) * 1000000)::bigint || '_' || q.session_id || '_' || q.seq as cursor
    from (
      select * from unanswered_questions q join (select id from projects c where ${isOfListedProjects(filter)}) c on c.id = q.project_id
      where ${isOfTopic} and ${isAsked(filter)} and ${isBefore}
      order by q.asked_at desc, q.session_id desc, q.seq desc limit ${limit}
    ) q
    join sessions d on d.id = q.session_id join projects p on p.id = q.project_id
    left join reply_traces t on t.session_id = q.session_id and t.seq = q.seq
    order by q.asked_at desc, q.session_id desc, q.seq desc`
}

/** Whether the question was asked in the period, and in a conversation of the language or with the label. */
function isAsked({ from, to, language, labelId }: ReportFilter): Statement {
  return part`q.day between ${from}::date and ${to}::date
    ${language === undefined ? empty : part`and q.language = ${language}`}
    ${labelId === undefined ? empty : part`and ${labelId}::uuid = any(q.label_ids)`}`
}

function isOfListedProjects({ projectId, deletedProjectIds }: ReportFilter): Statement {
  return projectId === undefined ? part`c.id <> all(${deletedProjectIds}::uuid[])` : part`c.id = ${projectId}`
}
