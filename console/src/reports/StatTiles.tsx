import type { ConversationMeasure, ReportOverview } from '@aichat/contracts/company/reports'
import { Link } from 'react-router'
import { countDays } from '../kit/days.ts'
import { formatNumber } from '../kit/format/format-count.ts'
import { Card } from '../ui/Card.tsx'
import { Change } from './Change.tsx'
import { formatShare, measures } from './format-report.ts'
import { conversationsPath, type ReportFilter } from './report-filter.ts'
import { getBefore } from './statistics.ts'

const shown = [
  'conversations',
  'answeredByAi',
  'answeredByPeople',
  'unanswered',
] as const satisfies ConversationMeasure[]

/** The main numbers. Each leads to its conversations. */
export function StatTiles({ report, filter }: { report: ReportOverview; filter: ReportFilter }) {
  const days = countDays(report)
  return (
    <ul aria-label="Summary" className="grid grid-cols-2 gap-4 lg:grid-cols-4 lg:gap-6">
      {shown.map((measure) => (
        <li key={measure} className="min-w-0">
          <Card className="relative flex h-full flex-col hover:border-control max-sm:p-4">
            <Link
              to={conversationsPath(filter, { measure })}
              className="text-ink-2 after:absolute after:inset-0 after:rounded-card hover:underline"
            >
              {measures[measure].label}
            </Link>
            <p className="mt-1 flex flex-wrap items-baseline gap-x-2 tabular-nums">
              <span className="text-page-title">{formatNumber(report[measure])}</span>
              {measure !== 'conversations' && (
                <span className="text-ink-2">{formatShare(report[measure], report.conversations)}</span>
              )}
            </p>
            <p className="mt-auto pt-1">
              <Change count={report[measure]} before={getBefore(report, measure)} days={days} />
            </p>
          </Card>
        </li>
      ))}
    </ul>
  )
}
