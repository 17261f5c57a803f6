import type { ConversationMeasure } from '@aichat/contracts/company/reports'
import { formatNumber } from '../kit/format/format-count.ts'
import { Change, ShareBefore } from './Change.tsx'
import { conversationsPath, type ReportFilter } from './filter/report-filter.ts'
import { formatShare, measures } from './format-report.ts'
import { StatTile } from './StatTile.tsx'
import { type CountedReport, getBefore, minCasesWithoutInterval } from './statistics.ts'

type Props<Measure extends ConversationMeasure> = {
  report: CountedReport<Measure>
  filter: ReportFilter
  measures: readonly Measure[]
}

/** The main numbers. Each leads to its conversations. */
export function StatTiles<Measure extends ConversationMeasure>({
  report,
  filter,
  measures: shown,
}: Props<Measure>) {
  return (
    <div>
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
      <p className="mt-2 text-caption text-muted">
        With fewer than {minCasesWithoutInterval} cases, parentheses show the range in which the long-term
        share probably lies (95% confidence).
      </p>
    </div>
  )
}
