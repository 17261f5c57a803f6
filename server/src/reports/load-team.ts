import type { ReportHeader, ReportTeam } from '@aichat/contracts/company/reports'
import type { Sql } from '../kit/db/db.ts'
import { getPercentile } from './overview.ts'
import { getPrevious } from './period.ts'
import {
  type DistributionRow,
  listAgentCounts,
  listAgentDistributions,
  listMembers,
  type ReportFilter,
  type TotalRow,
} from './report-store.ts'

type AgentSummary = ReportTeam['agents'][number]['previous']

/** The numbers of each member of the team, or of one, in a period and in as many days before it. */
export async function loadTeam(
  sql: Sql,
  filter: ReportFilter,
  { days, agentId }: { days: number; agentId: string | null },
): Promise<Omit<ReportTeam, keyof ReportHeader>> {
  const summaries = await summarizeAgents(sql, filter)
  const summariesBefore = await summarizeAgents(sql, getPrevious(filter, days))
  const members = await listMembers(sql)
  const active = members.filter(({ isActive }) => isActive).map(({ id }) => id)
  const agents = [...new Set([...active, ...summaries.keys()])]
    .filter((id) => agentId === null || id === agentId)
    .map((id) => ({
      id,
      name: members.find((member) => member.id === id)?.name ?? null,
      ...(summaries.get(id) ?? summarize([], [])),
      previous: summariesBefore.get(id) ?? summarize([], []),
    }))
  agents.sort((one, other) => other.conversations - one.conversations || compareNames(one.name, other.name))
  return { agents }
}

/** By the id of each person who wrote. */
async function summarizeAgents(sql: Sql, filter: ReportFilter): Promise<Map<string, AgentSummary>> {
  const counts = groupByAgent(await listAgentCounts(sql, filter))
  const distributions = groupByAgent(await listAgentDistributions(sql, filter))
  return new Map([...counts].map(([id, rows]) => [id, summarize(rows, distributions.get(id) ?? [])]))
}

/** The rows of each person, with the measure alone. */
function groupByAgent<Row extends TotalRow>(rows: Row[]): Map<string, Row[]> {
  const groups = new Map<string, Row[]>()
  for (const row of rows) {
    const [, measure = '', id = ''] = /^agent_(\w+)_([^_]+)$/.exec(row.measure) ?? []
    groups.set(id, [...(groups.get(id) ?? []), { ...row, measure }])
  }
  return groups
}

function summarize(counts: TotalRow[], distributions: DistributionRow[]): AgentSummary {
  const count = (name: string) => addUp(counts.filter(({ measure }) => measure === name))
  const of = (name: string) => distributions.filter(({ measure }) => measure === name)
  const ratings = addUp(of('rating'))
  const points = of('rating').reduce((sum, { value, total }) => sum + value * total, 0)
  return {
    conversations: count('conversations'),
    messages: count('messages'),
    firstResponses: addUp(of('first_response')),
    firstResponseMedianSeconds: getPercentile(of('first_response'), 0.5),
    firstResponseP90Seconds: getPercentile(of('first_response'), 0.9),
    firstResponseBusinessMedianSeconds: getPercentile(of('first_response_business'), 0.5),
    firstResponseBusinessP90Seconds: getPercentile(of('first_response_business'), 0.9),
    ratings,
    averageRating: ratings === 0 ? null : points / ratings,
  }
}

function addUp(rows: TotalRow[]): number {
  return rows.reduce((sum, { total }) => sum + total, 0)
}

/** Removed members, who have no name, are last. */
function compareNames(one: string | null, other: string | null): number {
  if (one === null || other === null) return Number(one === null) - Number(other === null)
  return one.localeCompare(other)
}
