import {
  type ConversationMeasure,
  conversationMeasures,
  type ReportConversation,
} from '@aichat/contracts/company/reports'
import part, { empty, raw, type Sql as Statement } from 'sql-template-tag'
import type { Sql } from '../kit/db/db.ts'
import { nilId } from '../kit/db/ids.ts'
import { divideByMonths } from './period.ts'

export type ReportFilter = {
  from: string
  to: string
  projectId?: string | undefined
  /** Projects that are being deleted, which are not counted. */
  deletedProjectIds: string[]
  language?: string | undefined
}

export async function listDeletedProjectIds(sql: Sql): Promise<string[]> {
  const rows = await sql<{ id: string }>`select id from projects where deletion_requested_at is not null`
  return rows.map(({ id }) => id)
}

/** The period in days of the company; by default the last `defaultDays` up to today. */
export async function resolvePeriod(
  sql: Sql,
  { from, to }: { from?: string | undefined; to?: string | undefined },
  { now, defaultDays }: { now: number; defaultDays: number },
): Promise<{ from: string; to: string; timeZone: string; days: number }> {
  const [period] = await sql<{ from: string; to: string; timeZone: string; days: number }>`
    with named as (
      select time_zone, ${from ?? null}::date as first,
        coalesce(${to ?? null}::date, (${new Date(now).toISOString()}::timestamptz at time zone time_zone)::date) as last
      from companies
    ), period as (
      select time_zone, coalesce(first, last - ${defaultDays - 1}::int) as first, last from named
    )
    select first::text as "from", last::text as "to", time_zone as "timeZone", last - first + 1 as days from period`
  if (!period) throw new Error('A transaction has exactly one company')
  return period
}

export type TotalRow = { measure: string; total: number }
export type CountRow = { measure: string; value: number; total: number }
export type DailyCountRow = { day: string; measure: string; total: number }

/** Sums of the measures over the period. */
export function listTotals(sql: Sql, filter: ReportFilter, measures: string[]): Promise<TotalRow[]> {
  return sql<TotalRow>`
    select c.measure, ${sum(filter)} as total from report_counts c
    where ${isCounted(filter)} and c.unit = 'day' and c.measure = any(${measures}::text[])
      and c.day between ${filter.from}::date and ${filter.to}::date
    group by c.measure`
}

/** Sums of the measures, by day. */
export function listDailyCounts(
  sql: Sql,
  filter: ReportFilter,
  measures: string[],
): Promise<DailyCountRow[]> {
  return sql<DailyCountRow>`
    select c.day::text as day, c.measure, ${sum(filter)} as total from report_counts c
    where ${isCounted(filter)} and c.unit = 'day' and c.measure = any(${measures}::text[])
      and c.day between ${filter.from}::date and ${filter.to}::date
    group by c.day, c.measure`
}

export const distributions = ['hour', 'rating', 'first_response', 'resolution']

/** Distributions over the whole period. Whole months are read as such. */
export function listDistributions(sql: Sql, filter: ReportFilter): Promise<CountRow[]> {
  const { months, days } = divideByMonths(filter)
  return sql<CountRow>`
    select c.measure, c.value, ${sum(filter)} as total from report_counts c
    where ${isCounted(filter)} and c.measure = any(${distributions}::text[]) and (
      c.unit = 'month' and c.day between ${months.from}::date and ${months.to}::date
      or c.unit = 'day' and (c.day between ${days[0].from}::date and ${days[0].to}::date
        or c.day between ${days[1].from}::date and ${days[1].to}::date))
    group by c.measure, c.value`
}

/** Without the filter by language, so that another one can be chosen. The most frequent first. */
export function listLanguages(
  sql: Sql,
  filter: ReportFilter,
): Promise<{ language: string; conversations: number }[]> {
  return sql`
    select substr(c.measure, 10) as language, ${sum(filter)} as conversations from report_counts c
    where ${isCounted({ ...filter, language: undefined })} and c.unit = 'day'
      and c.measure between 'language' and 'language~' -- with LIKE, row-level security would prevent the use of the index
      and c.day between ${filter.from}::date and ${filter.to}::date
    group by c.measure having ${sum(filter)} > 0 order by conversations desc, language`
}

/** The sums of all projects are stored under this id. */
export const allProjects = nilId

/** Projects that are being deleted are subtracted from the sums of all projects. */
function sum({ projectId }: ReportFilter): Statement {
  return projectId === undefined
    ? part`sum(case c.project_id when ${allProjects} then c.total else -c.total end)::int`
    : part`sum(c.total)::int`
}

function isCounted({ projectId, deletedProjectIds, language = '*' }: ReportFilter): Statement {
  const projectIds = projectId === undefined ? [allProjects, ...deletedProjectIds] : [projectId]
  return part`c.project_id = any(${projectIds}::uuid[]) and c.language = ${language}`
}

/** The conversations that each measure counts; update_report_counts.sql counts the same ones. */
const conditions: Record<ConversationMeasure, string> = {
  conversations: 'true',
  answeredByAi: 'f.ai_answers > 0',
  answeredByPeople: 'f.first_responder_id is not null',
  unanswered: 'f.is_unanswered',
  suggestionsOffered: 'f.has_suggestions',
  suggestionsHelped: 'f.suggestions_helped',
  handedOver: 'f.handover_reason is not null',
  confirmedResolved: 'f.is_confirmed',
  quiet: 'f.is_quiet',
  cameBack: 'f.came_back',
}

const measureList = raw(
  conversationMeasures.map((measure) => `case when ${conditions[measure]} then '${measure}' end`).join(', '),
)

type ConversationQuery = ReportFilter & {
  measure?: ConversationMeasure | undefined
  rating?: number | undefined
  cursor?: string | undefined
  limit: number
}
export type ConversationRow = ReportConversation & { cursor: string }

/** The conversations of a measure, the newest first. `cursor` is the position of a row. */
export async function listConversations(sql: Sql, query: ConversationQuery): Promise<ConversationRow[]> {
  const [micros = '', sessionId = ''] = (query.cursor ?? '').split('_')
  const isCursor = /^\d{1,16}$/.test(micros) && /^[0-9a-f-]{36}$/.test(sessionId)
  return sql<ConversationRow>`
    select f.session_id as "sessionId", f.first_seq as "firstSeq",
      jsonb_build_object('id', p.id, 'name', p.name) as project, d.visitor_name as "visitorName",
      f.started_at as "startedAt", coalesce((
        select m.text from messages m where m.session_id = f.session_id and m.sender_kind = 'visitor'
          and m.seq >= f.first_seq and m.created_at <= f.started_at + interval '72 hours' order by m.seq limit 1
      ), '') as question,
      array_remove(array[${measureList}], null) as measures, f.cursor,
      case when f.rating is not null then (
        select m.meta->'feedback' from messages m where m.session_id = f.session_id and m.seq >= f.first_seq
          and m.sender_kind = 'system' and m.meta->>'kind' = 'feedback' and m.seq < coalesce((
            select min(n.first_seq) from session_facts n where n.session_id = f.session_id and n.first_seq > f.first_seq
          ), m.seq + 1)
        order by m.seq desc limit 1
      ) end as rating
    from (
      select f.*, (extract(epoch from f.started_at) * 1000000)::bigint || '_' || f.session_id as cursor
      from session_facts f
      where ${isListed(query)} ${
        isCursor
          ? part`and (f.started_at, f.session_id) < (
        timestamptz 'epoch' + ${micros}::bigint * interval '1 microsecond', ${sessionId}::uuid)`
          : empty
      }
      order by f.started_at desc, f.session_id desc limit ${query.limit}
    ) f join sessions d on d.id = f.session_id join projects p on p.id = f.project_id
    order by f.started_at desc, f.session_id desc`
}

/** Whether a row belongs to the list. The times, at least a day around the period, let PostgreSQL read an index in the list's order. */
function isListed({
  from,
  to,
  projectId,
  deletedProjectIds,
  language,
  measure = 'conversations',
  rating,
}: ConversationQuery): Statement {
  return part`
    f.day between ${from}::date and ${to}::date and ${raw(conditions[measure])}
    and f.started_at between ${`${from}T00:00:00Z`}::timestamptz - interval '1 day' and ${`${to}T00:00:00Z`}::timestamptz + interval '2 days'
    ${projectId === undefined ? part`and f.project_id <> all(${deletedProjectIds}::uuid[])` : part`and f.project_id = ${projectId}`}
    ${language === undefined ? empty : part`and f.language = ${language}`}
    ${rating === undefined ? empty : part`and f.rating = ${rating}`}`
}
