import type { AgentMeasure, ReportTeam } from '@aichat/contracts/company/reports'
import { formatNumber } from '../kit/format/format-count.ts'
import { Change } from './Change.tsx'
import { conversationsPath, type ReportFilter } from './filter/report-filter.ts'
import { formatDuration, removedMember } from './format-report.ts'
import { type ReportColumn, ReportTable } from './ReportTable.tsx'

type Agent = ReportTeam['agents'][number]

/** The load, response times and ratings of each person. */
export function TeamTable({ report, filter }: { report: ReportTeam; filter: ReportFilter }) {
  return (
    <ReportTable
      label="Team"
      rowLabel="Name"
      rows={report.agents}
      readName={({ name }) => <span className="font-strong">{name ?? removedMember}</span>}
      columns={createColumns(filter)}
    />
  )
}

function createColumns(filter: ReportFilter): ReportColumn<Agent>[] {
  const linkTo = (agentMeasure: AgentMeasure, count: (agent: Agent) => number) => (agent: Agent) =>
    count(agent) > 0 ? conversationsPath(filter, { agentId: agent.id, agentMeasure }) : null
  return [
    {
      label: 'Conversations',
      note: 'in which they wrote',
      read: ({ conversations }) => formatNumber(conversations),
      to: linkTo('replied', ({ conversations }) => conversations),
    },
    {
      label: 'Change',
      read: ({ conversations, previous }) =>
        filter.from === filter.to ? (
          '–'
        ) : (
          <span className="text-ink-2">
            <Change count={conversations} before={{ count: previous.conversations, cases: 0 }} />
          </span>
        ),
    },
    { label: 'Messages', read: ({ messages }) => formatNumber(messages) },
    {
      label: 'First responses',
      read: ({ firstResponses }) => formatNumber(firstResponses),
      to: linkTo('firstResponse', ({ firstResponses }) => firstResponses),
    },
    {
      label: 'Median',
      note: 'first response',
      read: (agent) => formatSeconds(agent.firstResponseMedianSeconds),
    },
    {
      label: '90% within',
      note: 'first response',
      read: (agent) => formatSeconds(agent.firstResponseP90Seconds),
    },
    {
      label: 'Rating',
      note: 'average of 5',
      read: ({ averageRating, ratings }) =>
        averageRating === null ? '–' : `${averageRating.toFixed(1)} (${formatNumber(ratings)})`,
      to: linkTo('rated', ({ ratings }) => ratings),
    },
  ]
}

function formatSeconds(seconds: number | null): string {
  return seconds === null ? '–' : formatDuration(seconds)
}
