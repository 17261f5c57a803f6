import type { ModelSource } from '@aichat/contracts/ai/ai-model'
import type { Sql } from '../kit/db/db.ts'
import type { UsageCounts } from './usage-counts.ts'

/** `at` is when the first of the counts was added. */
export type UsageEntry = { projectId: string | null; source: ModelSource; at: number; counts: UsageCounts }

/** Adds the counts to the company's days on which they were counted. */
export async function addUsage(sql: Sql, companyId: string, entries: UsageEntry[]): Promise<void> {
  // Ordered, so that processes that add to the same rows do not deadlock.
  await sql`
    insert into ai_usage as u (company_id, day, used_project_id, source, answers, suggestions, handovers, input_tokens,
      output_tokens, cost)
    select ${companyId}, (e.at at time zone c.time_zone)::date, e.project_id, e.source, sum(e.answers),
      sum(e.suggestions), sum(e.handovers), sum(e.input_tokens), sum(e.output_tokens), sum(e.cost)
    from companies c, jsonb_to_recordset(${JSON.stringify(entries.map(toRecord))}::jsonb) as e (at timestamptz,
      project_id uuid, source text, answers bigint, suggestions bigint, handovers bigint, input_tokens bigint,
      output_tokens bigint, cost float8)
    group by 2, 3, 4 order by 2, 3, 4
    on conflict (company_id, day, used_project_id, source) do update set
      answers = u.answers + excluded.answers, suggestions = u.suggestions + excluded.suggestions,
      handovers = u.handovers + excluded.handovers, input_tokens = u.input_tokens + excluded.input_tokens,
      output_tokens = u.output_tokens + excluded.output_tokens,
      cost = case when u.cost is null then excluded.cost else u.cost + coalesce(excluded.cost, 0) end`
}

function toRecord({ projectId, source, at, counts }: UsageEntry) {
  return {
    at: new Date(at).toISOString(),
    project_id: projectId,
    source,
    answers: counts.answers,
    suggestions: counts.suggestions,
    handovers: counts.handovers,
    input_tokens: counts.inputTokens,
    output_tokens: counts.outputTokens,
    cost: counts.cost,
  }
}

/** Answers on the company's current day and tokens in its current month, both of the installation's model. */
export async function getQuotaUse(sql: Sql, now: number): Promise<{ answers: number; tokens: number }> {
  const [row] = await sql<{ answers: number; tokens: number }>`
    with today as (
      select (${new Date(now).toISOString()}::timestamptz at time zone time_zone)::date as day from companies)
    select coalesce(sum(answers) filter (where u.day = today.day), 0)::float8 as answers,
      coalesce(sum(input_tokens + output_tokens), 0)::float8 as tokens
    from today left join ai_usage u on u.source = 'installation'
      and u.day between date_trunc('month', today.day)::date and today.day`
  return row ?? { answers: 0, tokens: 0 }
}

export type UsageRow = UsageCounts & { day: string; projectId: string | null; source: ModelSource }

/** The days of the company between `from` and `to`, inclusive; by default its current month. */
export async function listUsage(
  sql: Sql,
  range: { from?: string; to?: string },
  now: number,
): Promise<{ from: string; to: string; rows: UsageRow[] }> {
  const [days] = await sql<{ from: string; to: string }>`
    with today as (
      select (${new Date(now).toISOString()}::timestamptz at time zone time_zone)::date as day from companies)
    select coalesce(${range.from ?? null}::date, date_trunc('month', coalesce(${range.to ?? null}::date, day)))::date::text
        as "from",
      coalesce(${range.to ?? null}::date, greatest(day, ${range.from ?? null}::date))::text as "to"
    from today`
  if (!days) throw new Error('A transaction has exactly one company')
  const rows = await sql<UsageRow>`
    select day::text, used_project_id as "projectId", source, answers::float8, suggestions::float8, handovers::float8,
      input_tokens::float8 as "inputTokens", output_tokens::float8 as "outputTokens", cost
    from ai_usage where day between ${days.from}::date and ${days.to}::date order by day, source, used_project_id`
  return { ...days, rows }
}

/** Projects that are not being deleted. */
export function listProjectNames(sql: Sql): Promise<{ projectId: string; name: string }[]> {
  return sql<{ projectId: string; name: string }>`
    select id as "projectId", name from projects where deletion_requested_at is null order by lower(name), id`
}
