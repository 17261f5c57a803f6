import type { ConversationMeasure, ReportOverview } from '@aichat/contracts/company/reports'
import { formatNumber } from '../kit/format/format-count.ts'
import { Change, ShareBefore } from './Change.tsx'
import { formatShare, measures } from './format-report.ts'
import { conversationsPath, type ReportFilter } from './report-filter.ts'
import { StatTile } from './StatTile.tsx'
import { getBefore } from './statistics.ts'

const shown = [
  'conversations',
  'answeredByAi',
  'answeredByPeople',
  'unanswered',
] as const satisfies ConversationMeasure[]

/** The main numbers. Each leads to its conversations. */
export function StatTiles({ report, filter }: { report: ReportOverview; filter: ReportFilter }) {
  return (
    <ul aria-label="Summary" className="grid grid-cols-2 gap-4 lg:grid-cols-4 lg:gap-6">
      {shown.map((measure) => (
        <StatTile
          key={measure}
          label={measures[measure].label}
          to={conversationsPath(filter, { measure })}
          value={formatNumber(report[measure])}
          aside={measure !== 'conversations' && formatShare(report[measure], report.conversations)}
          note={
            measure === 'conversations' ? (
              <Change count={report[measure]} before={getBefore(report, measure)} />
            ) : (
              <ShareBefore before={getBefore(report, measure)} />
            )
          }
        />
      ))}
    </ul>
  )
}
