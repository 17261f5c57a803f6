import type { ConversationMeasure, ReportOverview } from '@aichat/contracts/company/reports'
import clsx from 'clsx'
import { type ReactNode, useId, useState } from 'react'
import { formatCount } from '../kit/format/format-count.ts'
import { Card } from '../ui/Card.tsx'
import { SegmentedControl } from '../ui/forms/SegmentedControl.tsx'
import { ConversationChart } from './ConversationChart.tsx'
import { DailyTable } from './DailyTable.tsx'
import { measures } from './format-report.ts'
import { ResponseTimes } from './ResponseTimes.tsx'
import { conversationsPath, type ReportFilter } from './report-filter.ts'
import { ShareList, type ShareRow } from './ShareList.tsx'
import { StatTiles } from './StatTiles.tsx'
import { getBefore, minCasesWithoutInterval } from './statistics.ts'
import { WeekdayHours } from './WeekdayHours.tsx'

/** The cards of a report with conversations. */
export function ReportCards({ report, filter }: { report: ReportOverview; filter: ReportFilter }) {
  return (
    <>
      <div>
        <StatTiles report={report} filter={filter} />
        <p className="mt-2 text-caption text-muted">
          With fewer than {minCasesWithoutInterval} cases, parentheses show the range in which the long-term
          share probably lies (95% confidence).
        </p>
      </div>
      <ChartCard report={report} filter={filter} />
      <div className="grid items-start gap-4 lg:grid-cols-2 lg:gap-6">
        <div className="flex min-w-0 flex-col gap-4 lg:gap-6">
          <Outcomes report={report} filter={filter} />
          <Suggestions report={report} filter={filter} />
        </div>
        <div className="flex min-w-0 flex-col gap-4 lg:gap-6">
          <Section title="Response times">
            <ResponseTimes report={report} />
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

type SectionProps = {
  title: string
  description?: ReactNode
  aside?: ReactNode
  /** May be longer than a printed page. */
  isLong?: boolean
  children: ReactNode
}

function Section({ title, description, aside, isLong, children }: SectionProps) {
  const id = useId()
  return (
    <section aria-labelledby={id} className={clsx('min-w-0', !isLong && 'print:break-inside-avoid')}>
      <Card>
        <div className="mb-3 flex flex-wrap items-center justify-between gap-x-3 gap-y-1">
          <div>
            <h2 id={id} className="text-title">
              {title}
            </h2>
            {description && <p className="text-muted">{description}</p>}
          </div>
          {aside}
        </div>
        {children}
      </Card>
    </section>
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
        <ConversationChart report={report} filter={filter} />
      ) : (
        <DailyTable days={report.days} />
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
        rows={outcomes.map(({ measure, color }) => toRow(measure, color, report, filter))}
        cases={report.conversations}
      />
    </Section>
  )
}

function Suggestions({ report, filter }: { report: ReportOverview; filter: ReportFilter }) {
  if (report.suggestionsOffered === 0 && report.previous.suggestionsOffered === 0) return null
  return (
    <Section
      title="Suggested pages"
      description="When the AI has no answer, it suggests pages that may help."
    >
      <ShareList
        label="Suggested pages"
        rows={[
          { ...toRow('suggestionsOffered', 'bg-ai-solid', report, filter), isWhole: true },
          {
            ...toRow('suggestionsHelped', 'bg-ok-solid', report, filter),
            before: getBefore(report, 'suggestionsHelped', 'suggestionsOffered'),
          },
        ]}
        cases={report.suggestionsOffered}
      />
    </Section>
  )
}

function toRow(
  measure: ConversationMeasure,
  color: string,
  report: ReportOverview,
  filter: ReportFilter,
): ShareRow {
  return {
    ...measures[measure],
    count: report[measure],
    before: getBefore(report, measure),
    to: conversationsPath(filter, { measure }),
    color,
  }
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
