import { type ReportHeader, reportSentences } from '@aichat/contracts/company/reports'
import type { UseQueryResult } from '@tanstack/react-query'
import clsx from 'clsx'
import { ChartColumn } from 'lucide-react'
import type { ReactNode } from 'react'
import { formatTime } from '../kit/format/format.ts'
import { ApiError, errorMessage, mayRetry } from '../kit/http/api-error.ts'
import { Button } from '../ui/Button.tsx'
import { Card } from '../ui/Card.tsx'
import { EmptyState } from '../ui/feedback/EmptyState.tsx'
import { ErrorCard } from '../ui/feedback/ErrorCard.tsx'
import { Notice } from '../ui/feedback/Notice.tsx'
import { Skeleton } from '../ui/feedback/Skeleton.tsx'
import { useDelayedLoading } from '../ui/feedback/use-delayed-loading.ts'
import { textLink } from '../ui/text-link.ts'
import { EmptyReport } from './EmptyReport.tsx'
import { clearFilters, findPeriodError, type ReportFilter } from './filter/report-filter.ts'

type FilterProps = { filter: ReportFilter; onChangeFilter: (filter: ReportFilter) => void }

type Props<Data> = FilterProps & {
  report: UseQueryResult<Data>
  /** Whether the report has nothing to show; by default it has. */
  isEmpty?: (report: Data) => boolean
  /**
   * The children contain controls that change the query. They stay focusable while the next report loads, and the children disable
   * outdated parts themselves.
   */
  hasControls?: boolean
  /** `isOutdated` while the report of the previous filter is shown. */
  children: (report: Data, isOutdated: boolean) => ReactNode
}

/** A report that is loading, loaded, outdated, empty or failed. */
export function Report<Data extends ReportHeader>({
  filter,
  report: query,
  onChangeFilter,
  isEmpty = () => false,
  hasControls = false,
  children,
}: Props<Data>) {
  const { data, error, refetch } = query
  const isOutdated = query.isPlaceholderData
  const isInvalid = findPeriodError(filter) !== null
  const loading = useDelayedLoading(!data && !error && !isInvalid)
  if (loading === 'visible') return <ReportSkeleton />
  // The field of the period shows its error.
  if (loading === 'delayed' || (!data && isInvalid)) return null
  if (error instanceof ApiError && error.status === 404)
    return <UnknownFilter filter={filter} onChangeFilter={onChangeFilter} />
  if (!data) {
    const message = errorMessage(error, reportSentences.loadFailed)
    return <ErrorCard message={message} onRetry={mayRetry(error) ? refetch : null} />
  }
  return (
    <div className="flex flex-col gap-4 lg:gap-6">
      {error && <RefreshFailure time={query.dataUpdatedAt} onRetry={refetch} />}
      {!data.isComplete && (
        <Notice tone="info">Earlier conversations are still being counted. These numbers will rise.</Notice>
      )}
      {/* Shows the report of the previous filter, until that of this one arrives. */}
      <div
        aria-busy={isOutdated}
        inert={isOutdated && !hasControls}
        className={clsx('flex flex-col gap-4 lg:gap-6', isOutdated && !hasControls && 'opacity-50')}
      >
        {isEmpty(data) ? (
          <NoConversations filter={filter} onChangeFilter={onChangeFilter} />
        ) : (
          children(data, isOutdated)
        )}
      </div>
    </div>
  )
}

/** After a failed refresh, the numbers stay on the screen. */
function RefreshFailure({ time, onRetry }: { time: number; onRetry: () => void }) {
  return (
    <Notice>
      Failed to refresh the report. These numbers are from {formatTime(new Date(time).toISOString())}.{' '}
      <button type="button" className={textLink} onClick={onRetry}>
        Retry
      </button>
    </Notice>
  )
}

function UnknownFilter({ filter, onChangeFilter }: FilterProps) {
  return (
    <Card>
      <EmptyState
        icon={ChartColumn}
        title={`${nameFilter(filter)} not found`}
        action={<Button onPress={() => onChangeFilter(clearFilters(filter))}>Clear filters</Button>}
      >
        It may have been deleted.
      </EmptyState>
    </Card>
  )
}

function nameFilter({ projectId, labelId }: ReportFilter): string {
  if (labelId === undefined) return 'Project'
  return projectId === undefined ? 'Label' : 'Project or label'
}

function NoConversations({ filter, onChangeFilter }: FilterProps) {
  return (
    <EmptyReport
      icon={ChartColumn}
      title="No conversations in this period"
      filter={filter}
      onChangeFilter={onChangeFilter}
      action={
        filter.period !== '12-months' && (
          <Button onPress={() => onChangeFilter({ ...filter, period: '12-months' })}>
            Show last 12 months
          </Button>
        )
      }
    >
      Numbers appear here with the first message of a visitor: how many conversations you get, how they end,
      and how fast visitors get a reply.
    </EmptyReport>
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
