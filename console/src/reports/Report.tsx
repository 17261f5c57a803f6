import {
  type ConversationMeasure,
  type ReportOverview,
  reportSentences,
} from '@aichat/contracts/company/reports'
import { ChartColumn } from 'lucide-react'
import { type ReactNode, useId, useState } from 'react'
import { countDays } from '../kit/days.ts'
import { formatCount } from '../kit/format/format-count.ts'
import { errorMessage } from '../kit/http/api-error.ts'
import { Button } from '../ui/Button.tsx'
import { Card } from '../ui/Card.tsx'
import { EmptyState } from '../ui/feedback/EmptyState.tsx'
import { ErrorCard } from '../ui/feedback/ErrorCard.tsx'
import { Notice } from '../ui/feedback/Notice.tsx'
import { Skeleton } from '../ui/feedback/Skeleton.tsx'
import { useDelayedLoading } from '../ui/feedback/use-delayed-loading.ts'
import { SegmentedControl } from '../ui/forms/SegmentedControl.tsx'
import { ConversationChart } from './ConversationChart.tsx'
import { DailyTable } from './DailyTable.tsx'
import { measures } from './format-report.ts'
import type { useReport } from './queries.ts'
import { ResponseTimes } from './ResponseTimes.tsx'
import { conversationsPath, findPeriodError, type ReportFilter } from './report-filter.ts'
import { ShareList, type ShareRow } from './ShareList.tsx'
import { StatTiles } from './StatTiles.tsx'
import { getBefore, minCasesWithoutInterval } from './statistics.ts'
import { WeekdayHours } from './WeekdayHours.tsx'

type Props = {
  filter: ReportFilter
  report: ReturnType<typeof useReport>
  onChangeFilter: (filter: ReportFilter) => void
}

/** The numbers of a period. */
export function Report({ filter, report: { data, error, refetch }, onChangeFilter }: Props) {
  const isInvalid = findPeriodError(filter) !== null
  const loading = useDelayedLoading(!data && !error && !isInvalid)
  if (loading === 'visible') return <ReportSkeleton />
  // The field of the period shows its error.
  if (loading === 'delayed' || (!data && isInvalid)) return null
  if (!data) return <ErrorCard message={errorMessage(error, reportSentences.loadFailed)} onRetry={refetch} />
  return (
    <div className="flex flex-col gap-4 lg:gap-6">
      {!data.isComplete && (
        <Notice tone="info">Earlier conversations are still being counted. These numbers will rise.</Notice>
      )}
      {data.conversations === 0 && data.previous.conversations === 0 ? (
        <NoConversations filter={filter} onChangeFilter={onChangeFilter} />
      ) : (
        <Cards report={data} filter={filter} />
      )}
    </div>
  )
}

function Cards({ report, filter }: { report: ReportOverview; filter: ReportFilter }) {
  return (
    <>
      <StatTiles report={report} filter={filter} />
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
      <p className="text-caption text-muted">
        Below {minCasesWithoutInterval} cases, a percentage is followed by its 95% confidence interval: the
        range in which it is likely to settle.
      </p>
    </>
  )
}

type SectionProps = { title: string; description?: ReactNode; aside?: ReactNode; children: ReactNode }

function Section({ title, description, aside, children }: SectionProps) {
  const id = useId()
  return (
    <section aria-labelledby={id} className="min-w-0 print:break-inside-avoid">
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
    <Section title="Conversations over time" aside={<div className="print:hidden">{control}</div>}>
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
        days={countDays(report)}
      />
    </Section>
  )
}

function Suggestions({ report, filter }: { report: ReportOverview; filter: ReportFilter }) {
  if (report.suggestionsOffered === 0 && report.previous.suggestionsOffered === 0) return null
  return (
    <Section title="Suggested pages" description="Where the AI had no answer, but pages that may help.">
      <ShareList
        label="Suggested pages"
        rows={[
          { ...toRow('suggestionsOffered', 'bg-ai-solid', report, filter), isWhole: true },
          toRow('suggestionsHelped', 'bg-ok-solid', report, filter),
        ]}
        cases={report.suggestionsOffered}
        days={countDays(report)}
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

function Ratings({
  report: { ratings, ...report },
  filter,
}: {
  report: ReportOverview
  filter: ReportFilter
}) {
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
      <ShareList label="Ratings" rows={rows.toReversed()} cases={total} days={countDays(report)} />
    </Section>
  )
}

function NoConversations({ filter, onChangeFilter }: Pick<Props, 'filter' | 'onChangeFilter'>) {
  const { projectId, language, ...period } = filter
  const isFiltered = projectId !== undefined || language !== undefined
  const isLongest = filter.period === '12-months'
  return (
    <Card>
      <EmptyState
        icon={ChartColumn}
        title="No conversations in this period"
        action={
          isFiltered ? (
            <Button onPress={() => onChangeFilter(period)}>Clear filters</Button>
          ) : (
            !isLongest && (
              <Button onPress={() => onChangeFilter({ ...filter, period: '12-months' })}>
                Show last 12 months
              </Button>
            )
          )
        }
      >
        {isFiltered
          ? 'No conversation matches the project and language you selected.'
          : 'With the first message of a visitor, this page shows how many conversations you get, how they ended, how fast your team replies, and how visitors rate them.'}
      </EmptyState>
    </Card>
  )
}

function ReportSkeleton() {
  return (
    <div className="flex flex-col gap-4 lg:gap-6">
      <div className="grid grid-cols-2 gap-4 lg:grid-cols-4 lg:gap-6">
        {['one', 'two', 'three', 'four'].map((key) => (
          <Skeleton key={key} isImmediate className="h-28 w-full" />
        ))}
      </div>
      <Skeleton isImmediate className="h-80 w-full" />
    </div>
  )
}
