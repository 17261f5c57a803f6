import type { AgentMeasure, ReportTeam } from '@aichat/contracts/company/reports'
import { formatNumber } from '../kit/format/format-count.ts'
import { type DataColumn, DataTable } from '../ui/DataTable.tsx'
import { PeriodChange } from './Change.tsx'
import { conversationsPath, type ReportFilter } from './filter/report-filter.ts'
import { formatDuration, removedMember } from './format-report.ts'

type Agent = ReportTeam['agents'][number]

/** The load, response times and ratings of each person. */
export function TeamTable({ report, filter }: { report: ReportTeam; filter: ReportFilter }) {
  const hasBusinessHours = report.agents.some((agent) => agent.firstResponseBusinessMedianSeconds !== null)
  return (
    <DataTable
      label="Team"
      rowLabel="Name"
      rows={report.agents}
      readName={({ name }) => <span className="font-strong">{name ?? removedMember}</span>}
      columns={createColumns(filter, hasBusinessHours)}
    />
  )
}

const businessColumn: DataColumn<Agent> = {
  id: 'business',
  label: 'First response',
  note: 'median, business hours',
  read: (agent) => formatSeconds(agent.firstResponseBusinessMedianSeconds),
}

function createColumns(filter: ReportFilter, hasBusinessHours: boolean): DataColumn<Agent>[] {
  const linkTo = (agentMeasure: AgentMeasure, count: (agent: Agent) => number) => (agent: Agent) =>
    count(agent) > 0 ? conversationsPath(filter, { agentId: agent.id, agentMeasure }) : null
  return [
    {
      id: 'conversations',
      label: 'Conversations',
      note: 'answered',
      read: ({ conversations }) => formatNumber(conversations),
      to: linkTo('replied', ({ conversations }) => conversations),
    },
    {
      id: 'change',
      label: 'Change',
      read: ({ conversations, previous }) => (
        <PeriodChange period={filter} count={conversations} before={previous.conversations} />
      ),
    },
    { id: 'messages', label: 'Messages', read: ({ messages }) => formatNumber(messages) },
    {
      id: 'firstResponses',
      label: 'First responses',
      read: ({ firstResponses }) => formatNumber(firstResponses),
      to: linkTo('firstResponse', ({ firstResponses }) => firstResponses),
    },
    {
      id: 'median',
      label: 'First response',
      note: 'median',
      read: (agent) => formatSeconds(agent.firstResponseMedianSeconds),
    },
    {
      id: 'p90',
      label: 'First response',
      note: '90% within',
      read: (agent) => formatSeconds(agent.firstResponseP90Seconds),
    },
    ...(hasBusinessHours ? [businessColumn] : []),
    {
      id: 'rating',
      label: 'Rating',
      note: 'of 5 (count)',
      read: ({ averageRating, ratings }) =>
        averageRating === null ? '–' : `${averageRating.toFixed(1)} (${formatNumber(ratings)})`,
      to: linkTo('rated', ({ ratings }) => ratings),
    },
  ]
}

function formatSeconds(seconds: number | null): string {
  return seconds === null ? '–' : formatDuration(seconds)
}
