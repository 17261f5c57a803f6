import type { ReportSources, SourceMeasure, SourceOrder } from '@aichat/contracts/company/reports'
import part, { join, type Sql as Statement } from 'sql-template-tag'
import type { Sql } from '../kit/db/db.ts'
import { nilId } from '../kit/db/ids.ts'
import { type CountedPeriod, divideByMonths, listRanges, type Range } from './period.ts'

export type ReportFilter = CountedPeriod & {
  projectId?: string | undefined
  /** Projects that are being deleted, which are not counted. */
  deletedProjectIds: string[]
  language?: string | undefined
  /** Not together with a language. */
  labelId?: string | undefined
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
): Promise<Required<CountedPeriod> & { timeZone: string; days: number }> {
  const [period] = await sql<Required<CountedPeriod> & { timeZone: string; days: number }>`
    with named as (
      select c.time_zone, ${from ?? null}::date as first, coalesce(${to ?? null}::date, t.today) as last, t.today
      from companies c, lateral (
        select (${new Date(now).toISOString()}::timestamptz at time zone c.time_zone)::date as today
      ) t
    ), period as (
      select time_zone, coalesce(first, last - ${defaultDays - 1}::int) as first, last, today from named
    )
    select first::text as "from", last::text as "to", last >= today as "isCurrent", time_zone as "timeZone", last - first + 1 as days
    from period`
  if (!period) throw new Error('A transaction has exactly one company')
  return period
}

/** Members of the team, also disabled ones. */
export function listMembers(sql: Sql): Promise<{ id: string; name: string; isActive: boolean }[]> {
  return sql`select id, name, status = 'active' as "isActive" from users`
}

export type TotalRow = { measure: string; total: number }
export type DistributionRow = { measure: string; value: number; total: number }
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

/** Distributions over the whole period. */
export function listDistributions(
  sql: Sql,
  filter: ReportFilter,
  distributions: string[],
): Promise<DistributionRow[]> {
  return sql<DistributionRow>`
    select c.measure, v.value, ${sum(filter, part`v.total`)} as total
    from report_distributions c, unnest(c.distinct_values, c.totals) v (value, total)
    where ${isCounted(filter)} and c.measure = any(${distributions}::text[]) and ${isInMonthsAndDays(filter)}
    group by c.measure, v.value`
}

/** The counts of each person over the whole period. */
export function listAgentCounts(sql: Sql, filter: ReportFilter): Promise<TotalRow[]> {
  return sql<TotalRow>`
    select c.measure, ${sum(filter)} as total from (${selectOfAgents(filter, part`report_counts`)}) c
    group by c.measure having ${sum(filter)} > 0`
}

/** The distributions of each person over the whole period. */
export function listAgentDistributions(sql: Sql, filter: ReportFilter): Promise<DistributionRow[]> {
  const total = sum(filter, part`v.total`)
  return sql<DistributionRow>`
    select c.measure, v.value, ${total} as total
    from (${selectOfAgents(filter, part`report_distributions`)}) c, unnest(c.distinct_values, c.totals) v (value, total)
    group by c.measure, v.value having ${total} > 0`
}

export type SourceRow = Omit<ReportSources['sources'][number], 'previous'> & {
  /** Sources that were used in the period. */
  total: number
}

/** The sources that were used in the period, those that were cited or did not help most often first. */
export function listSources(
  sql: Sql,
  filter: ReportFilter,
  { sort, limit }: { sort: SourceOrder; limit: number },
): Promise<SourceRow[]> {
  const order = sort === 'used' ? part`cited desc, suggested desc` : part`unhelpful desc, cited desc`
  return sql<SourceRow>`
    with counted as (
      select split_part(c.measure, '_', 3) as id, c.project_id,
        coalesce(sum(c.total) filter (where c.measure < 'source_suggested'), 0)::int as cited,
        coalesce(sum(c.total) filter (where c.measure between 'source_suggested' and 'source_unhelpful'), 0)::int as suggested,
        coalesce(sum(c.total) filter (where c.measure > 'source_unhelpful'), 0)::int as unhelpful
      from (${selectSourceCounts(filter)}) c
      group by 1, 2 having sum(c.total) > 0
    ), listed as (
      select *, count(*) over ()::int as total, row_number() over (order by ${order}, id)::int as place from counted
      order by place limit ${limit}
    )
    select l.id, jsonb_build_object('id', p.id, 'name', p.name) as project, coalesce(i.title, f.question) as title,
      f.id is not null as "isFaq", l.cited, l.suggested, l.unhelpful, l.total
    from listed l join projects p on p.id = l.project_id
    left join knowledge_items i on i.id = l.id::uuid left join faqs f on f.id = l.id::uuid
    order by l.place`
}

/** Conversations in which an AI answer cited each of these sources. Those without one are missing. */
export function listCitations(
  sql: Sql,
  filter: ReportFilter,
  sources: Pick<SourceRow, 'id' | 'project'>[],
): Promise<{ id: string; cited: number }[]> {
  const ids = sources.map(({ id }) => id)
  const measures = ids.map((id) => `source_cited_${id}`)
  const projectIds = sources.map(({ project }) => project.id)
  // Below row-level security, an index scan needs measures that are not concatenated in SQL, and one range of days.
  const selectTotals = ({ unit, sign, from, to }: Range) => part`
    select m.id, ${sign}::int * c.total as total
    from unnest(${ids}::text[], ${measures}::text[], ${projectIds}::uuid[]) as m (id, measure, project_id)
    join report_counts c on c.project_id = m.project_id and ${isOfSegment(filter)} and c.measure = m.measure
    where c.unit = ${unit} and c.day between ${from}::date and ${to}::date`
  return sql<{ id: string; cited: number }>`
    select t.id, sum(t.total)::int as cited from (${join(listRanges(filter).map(selectTotals), ' union all ')}) t
    group by t.id`
}

/** Conversations that count for a source. */
export async function countSource(
  sql: Sql,
  filter: ReportFilter,
  { sourceId, sourceMeasure }: { sourceId: string; sourceMeasure: SourceMeasure },
): Promise<number> {
  const [row] = await sql<{ total: number }>`
    select coalesce(sum(c.total), 0)::int as total from report_counts c
    where ${isOfProjects(filter)} and c.measure = ${`source_${sourceMeasure}_${sourceId}`} and ${isInMonthsAndDays(filter)}`
  return row?.total ?? 0
}

/** Whole months are read as such. */
export function isInMonthsAndDays(filter: ReportFilter): Statement {
  return part`(${isInMonths(filter)} or ${isInDays(filter)})`
}

function isInMonths(filter: ReportFilter): Statement {
  const { months } = divideByMonths(filter)
  return part`c.unit = 'month' and c.day between ${months.from}::date and ${months.to}::date`
}

function isInDays(filter: ReportFilter): Statement {
  const [first, last] = divideByMonths(filter).days
  return part`c.unit = 'day' and (c.day between ${first.from}::date and ${first.to}::date
    or c.day between ${last.from}::date and ${last.to}::date)`
}

/**
 * The rows of measures of agents. In the index, days follow the measure, so days are read by the measures of their months, which are
 * few.
 */
function selectOfAgents(filter: ReportFilter, table: Statement): Statement {
  const isAgent = part`${isCounted(filter)} and ${startsWith('agent_')}`
  return part`
    select c.* from ${table} c where ${isAgent} and ${isInMonths(filter)}
    union all
    select c.* from ${table} c
    where ${isCounted(filter)} and ${isInDays(filter)} and c.measure = any(array(
      select distinct c.measure from ${table} c where ${isAgent} and ${isInMonthsOfDays(filter)}))`
}

/** Sums of the measures of sources. A source belongs to one project, so its days are read there alone. */
function selectSourceCounts(filter: ReportFilter): Statement {
  const isSource = part`${isOfProjects(filter)} and ${startsWith('source_')}`
  // A join, because row-level security would read the company again for each row of a subquery.
  const selectTotals = ({ unit, sign, from, to }: Range) =>
    unit === 'month'
      ? part`
        select c.project_id, c.measure, ${sign}::int * c.total as total from report_counts c
        where ${isSource} and c.unit = 'month' and c.day between ${from}::date and ${to}::date`
      : part`
        select c.project_id, c.measure, ${sign}::int * c.total as total from used m join report_counts c on c.project_id = m.project_id and ${isOfSegment(filter)} and c.unit = 'day' and c.measure = m.measure
          and c.day between ${from}::date and ${to}::date`
  return part`
    with used as materialized (
      select distinct c.project_id, c.measure from report_counts c where ${isSource} and ${isInMonthsOfDays(filter)}
    )
    select t.project_id, t.measure, sum(t.total) as total from (${join(listRanges(filter).map(selectTotals), ' union all ')}) t
    group by 1, 2`
}

/** The months of the days before and after the whole months of the period. */
function isInMonthsOfDays(filter: ReportFilter): Statement {
  const days = listRanges(filter).flatMap(({ unit, from, to }) => (unit === 'day' ? [from, to] : []))
  const months = [...new Set(days.map((day) => `${day.slice(0, 8)}01`))]
  return part`c.unit = 'month' and c.day = any(${months}::date[])`
}

/** With LIKE, row-level security would prevent the use of the index. */
function startsWith(prefix: string): Statement {
  return part`c.measure between ${prefix} and ${`${prefix}~`}`
}

/** Without the filter by language or label, so that another one can be chosen. The most frequent first. */
export function listLanguages(
  sql: Sql,
  filter: ReportFilter,
): Promise<{ language: string; conversations: number }[]> {
  return sql`
    select substr(c.measure, 10) as language, ${sum(filter)} as conversations from report_counts c
    where ${isCounted({ ...filter, language: undefined, labelId: undefined })} and c.unit = 'day'
      and ${startsWith('language_')}
      and c.day between ${filter.from}::date and ${filter.to}::date
    group by c.measure having ${sum(filter)} > 0 order by conversations desc, language`
}

/** The sums of all projects are stored under this id. */
export const allProjects = nilId

/** Projects that are being deleted are subtracted from the sums of all projects. */
function sum({ projectId }: ReportFilter, total = part`c.total`): Statement {
  return projectId === undefined
    ? part`sum(case c.project_id when ${allProjects} then ${total} else -${total} end)::int`
    : part`sum(${total})::int`
}

function isCounted(filter: ReportFilter): Statement {
  const { projectId, deletedProjectIds } = filter
  const projectIds = projectId === undefined ? [allProjects, ...deletedProjectIds] : [projectId]
  return part`c.project_id = any(${projectIds}::uuid[]) and ${isOfSegment(filter)}`
}

/** Sources have no sums of all projects. */
function isOfProjects(filter: ReportFilter): Statement {
  const { projectId, deletedProjectIds } = filter
  const isOfProject =
    projectId === undefined
      ? part`c.project_id = any(array(select id from projects where id <> all(${deletedProjectIds}::uuid[])))`
      : part`c.project_id = ${projectId}`
  return part`${isOfProject} and ${isOfSegment(filter)}`
}

/** Sums of all languages and labels are stored as '*'. */
function getSegment({ language, labelId }: ReportFilter): string {
  return language ?? labelId ?? '*'
}

export function isOfSegment(filter: ReportFilter): Statement {
  return part`c.segment = ${getSegment(filter)}`
}
