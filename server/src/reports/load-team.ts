import type { ReportHeader, ReportTeam } from '@aichat/contracts/company/reports'
import type { Sql } from '../kit/db/db.ts'
import { getPercentile } from './overview.ts'
import { getPrevious } from './period.ts'
import { type CountRow, listAgentCounts, listMembers, type ReportFilter } from './report-store.ts'

type AgentSummary = ReportTeam['agents'][number]['previous']

/** The numbers of each member of the team, or of one, in a period and in as many days before it. */
export async function loadTeam(
  sql: Sql,
  filter: ReportFilter,
  { days, agentId }: { days: number; agentId: string | null },
): Promise<Omit<ReportTeam, keyof ReportHeader>> {
  const counts = groupByAgent(await listAgentCounts(sql, filter))
  const countsBefore = groupByAgent(await listAgentCounts(sql, getPrevious(filter, days)))
  const members = await listMembers(sql)
  const active = members.filter(({ isActive }) => isActive).map(({ id }) => id)
  const agents = [...new Set([...active, ...counts.keys()])]
    .filter((id) => agentId === null || id === agentId)
    .map((id) => ({
      id,
      name: members.find((member) => member.id === id)?.name ?? null,
      ...summarize(counts.get(id) ?? []),
      previous: summarize(countsBefore.get(id) ?? []),
    }))
  agents.sort((one, other) => other.conversations - one.conversations || compareNames(one.name, other.name))
  return { agents }
}

/** The rows of each person, with the measure alone. */
function groupByAgent(rows: CountRow[]): Map<string, CountRow[]> {
  const groups = new Map<string, CountRow[]>()
  for (const row of rows) {
    const [, measure = '', id = ''] = /^agent_(\w+)_([^_]+)$/.exec(row.measure) ?? []
    groups.set(id, [...(groups.get(id) ?? []), { ...row, measure }])
  }
  return groups
}

function summarize(rows: CountRow[]): AgentSummary {
  const of = (name: string) => rows.filter(({ measure }) => measure === name)
  const count = (name: string) => of(name).reduce((sum, { total }) => sum + total, 0)
  const ratings = count('rating')
  const points = of('rating').reduce((sum, { value, total }) => sum + value * total, 0)
  return {
    conversations: count('conversations'),
    messages: count('messages'),
    firstResponses: count('first_response'),
    firstResponseMedianSeconds: getPercentile(of('first_response'), 0.5),
    firstResponseP90Seconds: getPercentile(of('first_response'), 0.9),
    firstResponseBusinessMedianSeconds: getPercentile(of('first_response_business'), 0.5),
    firstResponseBusinessP90Seconds: getPercentile(of('first_response_business'), 0.9),
    ratings,
    averageRating: ratings === 0 ? null : points / ratings,
  }
}

/** Removed members, who have no name, are last. */
function compareNames(one: string | null, other: string | null): number {
  if (one === null || other === null) return Number(one === null) - Number(other === null)
  return one.localeCompare(other)
}
