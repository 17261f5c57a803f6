import type { ReportOverview } from '@aichat/contracts/company/reports'
import { useState } from 'react'
import { formatCount } from '../kit/format/format-count.ts'
import { SegmentedControl } from '../ui/forms/SegmentedControl.tsx'
import { ConversationChart } from './charts/ConversationChart.tsx'
import { DailyTable } from './charts/DailyTable.tsx'
import { WeekdayHours } from './charts/WeekdayHours.tsx'
import { createShareRow } from './create-share-row.ts'
import { conversationsPath, type ReportFilter } from './filter/report-filter.ts'
import { ResponseTimes, responseTimes } from './ResponseTimes.tsx'
import { Section } from './Section.tsx'
import { ShareList, type ShareRow } from './ShareList.tsx'
import { StatTiles } from './StatTiles.tsx'
import { Suggestions } from './Suggestions.tsx'

const tableColumns = [
  'conversations',
  'answeredByAi',
  'answeredByPeople',
  'unanswered',
  'handedOver',
  'confirmedResolved',
  'quiet',
] as const

const summaryMeasures = ['conversations', 'answeredByAi', 'answeredByPeople', 'unanswered'] as const

/** The cards of a report with conversations. */
export function ReportCards({ report, filter }: { report: ReportOverview; filter: ReportFilter }) {
  return (
    <>
      <StatTiles report={report} filter={filter} measures={summaryMeasures} />
      <ChartCard report={report} filter={filter} />
      <div className="grid items-start gap-4 lg:grid-cols-2 lg:gap-6">
        <div className="flex min-w-0 flex-col gap-4 lg:gap-6">
          <Outcomes report={report} filter={filter} />
          <Suggestions report={report} filter={filter} />
        </div>
        <div className="flex min-w-0 flex-col gap-4 lg:gap-6">
          <Section title="Response times">
            <ResponseTimes report={report} times={responseTimes} />
          </Section>
          <Ratings report={report} filter={filter} />
        </div>
      </div>
      <Section title="When conversations begin" description={`Hours in the time zone ${report.timeZone}`}>
        <WeekdayHours counts={report.weekdayHours} />
      </Section>
    </>
  )
}

const views = [
  { value: 'chart', label: 'Chart' },
  { value: 'table', label: 'Table' },
] as const

function ChartCard({ report, filter }: { report: ReportOverview; filter: ReportFilter }) {
  const [view, setView] = useState<'chart' | 'table'>('chart')
  const control = <SegmentedControl label="View" value={view} options={views} onChange={setView} />
  return (
    <Section
      title="Conversations over time"
      aside={<div className="print:hidden">{control}</div>}
      isLong={view === 'table'}
    >
      {view === 'chart' ? (
        <ConversationChart days={report.days} part="answeredByAi" filter={filter} />
      ) : (
        <DailyTable days={report.days} columns={tableColumns} />
      )}
    </Section>
  )
}

const outcomes = [
  { measure: 'confirmedResolved', color: 'bg-ok-solid' },
  { measure: 'quiet', color: 'bg-control' },
  { measure: 'handedOver', color: 'bg-warn-solid' },
  { measure: 'cameBack', color: 'bg-bad-solid' },
] as const

function Outcomes({ report, filter }: { report: ReportOverview; filter: ReportFilter }) {
  return (
    <Section
      title="Outcomes"
      description={`Of ${formatCount(report.conversations, 'conversation')}. One can have several outcomes, or none yet.`}
    >
      <ShareList
        label="Outcomes"
        rows={outcomes.map(({ measure, color }) => createShareRow({ measure, color, report, filter }))}
        cases={report.conversations}
      />
    </Section>
  )
}

function Ratings({ report: { ratings }, filter }: { report: ReportOverview; filter: ReportFilter }) {
  const total = ratings.reduce((sum, count) => sum + count, 0)
  const sum = ratings.reduce((points, count, index) => points + count * (index + 1), 0)
  const rows = ratings.map((count, index): ShareRow => {
    const rating = index + 1
    return {
      label: formatCount(rating, 'star'),
      count,
      to: conversationsPath(filter, { rating }),
      color: rating > 3 ? 'bg-ok-solid' : rating === 3 ? 'bg-control' : 'bg-bad-solid',
    }
  })
  if (total === 0)
    return (
      <Section title="Ratings">
        <p className="text-ink-2">No ratings in this period. Visitors can rate a conversation at its end.</p>
      </Section>
    )
  return (
    <Section
      title="Ratings"
      description={`${(sum / total).toFixed(1)} of 5 on average, from ${formatCount(total, 'rating')}`}
    >
      <ShareList label="Ratings" rows={rows.toReversed()} cases={total} />
    </Section>
  )
}
