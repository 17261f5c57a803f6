import type { ReportOverview } from '@aichat/contracts/company/reports'
import { addDays } from '@aichat/contracts/kit/dates'
import { toDay } from '../kit/days.ts'
import { formatBadgeCount } from '../kit/format/format.ts'
import { formatCount, formatNumber, formatPercent } from '../kit/format/format-count.ts'
import { useCompany } from '../kit/http/auth-storage.ts'
import { useMinute } from '../kit/minute.ts'
import { chatsPath } from '../paths.ts'
import { useWaiting } from '../sync/waiting-query.ts'
import { Sparkline } from './charts/Sparkline.tsx'
import { conversationsPath, type ReportFilter, reportPath } from './filter/report-filter.ts'
import { formatDuration } from './format-report.ts'
import { useOverview } from './queries.ts'
import { StatTile } from './StatTile.tsx'

const shownDays = 14
const refreshMs = 15_000
const failed = 'Failed to load'

/** How the day goes: conversations, the AI's share, who waits, and the last two weeks. Each tile leads to more. */
export function TodayTiles() {
  const today = toDay(useMinute(), useCompany()?.timeZone ?? 'UTC')
  const filter: ReportFilter = { period: 'custom', from: addDays(today, 1 - shownDays), to: today }
  const { data, isError } = useOverview(filter, refreshMs)
  return (
    <ul aria-label="Today" className="grid grid-cols-2 gap-4 lg:grid-cols-4 lg:gap-6">
      <TodayCounts days={data?.days} today={today} hasFailed={isError} />
      <WaitingTile />
      <StatTile
        label="Last 14 days"
        to={reportPath(filter)}
        value={
          <span className="block w-28 max-w-full">{data && <Sparkline values={listCounts(data)} />}</span>
        }
        note={isError ? failed : data && formatCount(data.conversations, 'conversation')}
      />
    </ul>
  )
}

function listCounts({ days }: ReportOverview): number[] {
  return days.map(({ conversations }) => conversations)
}

type TodayProps = { days: ReportOverview['days'] | undefined; today: string; hasFailed: boolean }

function TodayCounts({ days, today, hasFailed }: TodayProps) {
  const counts = days?.at(-1)
  const yesterday = days?.at(-2)
  const filter: ReportFilter = { period: 'today', from: today, to: today }
  const share = counts && counts.conversations > 0 ? counts.answeredByAi / counts.conversations : null
  return (
    <>
      <StatTile
        label="Conversations today"
        to={reportPath(filter)}
        value={counts ? formatNumber(counts.conversations) : '–'}
        note={hasFailed ? failed : yesterday && `${formatNumber(yesterday.conversations)} yesterday`}
      />
      <StatTile
        label="Answered by AI today"
        to={conversationsPath(filter, { measure: 'answeredByAi' })}
        value={share === null ? '–' : formatPercent(share)}
        note={
          counts && counts.conversations > 0
            ? `${formatNumber(counts.answeredByAi)} of ${formatNumber(counts.conversations)}`
            : undefined
        }
      />
    </>
  )
}

function WaitingTile() {
  const { data, isError } = useWaiting()
  const now = useMinute()
  const wait = data?.since ? Math.max(60, (now - Date.parse(data.since)) / 1000) : null
  return (
    <StatTile
      label="Waiting for a reply"
      to={chatsPath(null, 'active', { view: 'needs_you' })}
      value={data ? formatBadgeCount(data.count) : '–'}
      note={isError ? failed : wait !== null && `Longest: ${formatDuration(wait)}`}
    />
  )
}
