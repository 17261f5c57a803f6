import type { ReportAi } from '@aichat/contracts/company/reports'
import type { ReactNode } from 'react'
import { useSearchParams } from 'react-router'
import { formatCount } from '../kit/format/format-count.ts'
import { handoverReasonLabels } from '../sessions/handover-reasons.ts'
import { SegmentedControl } from '../ui/forms/SegmentedControl.tsx'
import { ConversationChart } from './charts/ConversationChart.tsx'
import { DailyTable } from './charts/DailyTable.tsx'
import { conversationsPath, pageParameters, type ReportFilter } from './filter/report-filter.ts'
import { firstReplyTimes, ResponseTimes } from './ResponseTimes.tsx'
import { Section } from './Section.tsx'
import { ShareList, type ShareRow } from './ShareList.tsx'
import { StatTiles } from './StatTiles.tsx'
import { Suggestions } from './Suggestions.tsx'

const summaryMeasures = ['conversations', 'answeredByAi', 'suggestionsOffered', 'handedOver'] as const

type Props = {
  report: ReportAi
  filter: ReportFilter
  /** What the AI model cost, if the reader may see it. */
  usage: ReactNode
  handoverTopics: ReactNode
}

/** What the AI did in the conversations of a period. */
export function AiCards({ report, filter, usage, handoverTopics }: Props) {
  return (
    <>
      <StatTiles report={report} filter={filter} measures={summaryMeasures} />
      <ChartCard report={report} filter={filter} />
      <div className="grid items-start gap-4 lg:grid-cols-2 lg:gap-6">
        <div className="flex min-w-0 flex-col gap-4 lg:gap-6">
          <HandoverReasons report={report} filter={filter} />
          {handoverTopics}
          <Suggestions report={report} filter={filter} />
        </div>
        <div className="flex min-w-0 flex-col gap-4 lg:gap-6">
          <Section
            title="Response time"
            description={`${formatCount(report.aiAnswers, 'AI answer')} in ${formatCount(report.answeredByAi, 'conversation')}`}
          >
            <ResponseTimes report={report} times={firstReplyTimes} />
          </Section>
          {usage && <Section title="Model usage">{usage}</Section>}
        </div>
      </div>
    </>
  )
}

const views = [
  { value: 'answeredByAi', label: 'Answered' },
  { value: 'suggestionsOffered', label: 'Suggested' },
  { value: 'handedOver', label: 'Handed over' },
  { value: 'table', label: 'Table' },
] as const

function ChartCard({ report: { days }, filter }: Pick<Props, 'report' | 'filter'>) {
  const [query, setQuery] = useSearchParams()
  const view = views.find(({ value }) => value === query.get(pageParameters.view))?.value ?? 'answeredByAi'
  const setView = (chosen: string) => {
    query.set(pageParameters.view, chosen)
    setQuery(query, { replace: true })
  }
  return (
    <Section
      title="Conversations over time"
      aside={
        <div className="print:hidden">
          <SegmentedControl label="View" value={view} options={views} onChange={setView} />
        </div>
      }
      isLong={view === 'table'}
    >
      {view === 'table' ? (
        <DailyTable days={days} columns={summaryMeasures} />
      ) : (
        <ConversationChart days={days} part={view} filter={filter} />
      )}
    </Section>
  )
}

function HandoverReasons({ report, filter }: Pick<Props, 'report' | 'filter'>) {
  const { handedOver, previous } = report
  const isCompared = previous.conversations > 0 && report.from !== report.to
  const rows = report.handoverReasons.map(({ reason, conversations }): ShareRow => {
    const before = previous.handoverReasons.find((one) => one.reason === reason)?.conversations ?? 0
    return {
      ...handoverReasonLabels[reason],
      count: conversations,
      before: isCompared ? { count: before, cases: previous.handedOver } : undefined,
      to: conversationsPath(filter, { handoverReason: reason }),
      color: 'bg-warn-solid',
    }
  })
  return (
    <Section
      title="Why conversations were handed over"
      description={handedOver > 0 && `Of ${formatCount(handedOver, 'conversation')}, by the first reason`}
    >
      {rows.length === 0 ? (
        <p className="text-ink-2">No conversation was handed over in this period.</p>
      ) : (
        <ShareList label="Reasons" rows={rows} cases={handedOver} />
      )}
    </Section>
  )
}
