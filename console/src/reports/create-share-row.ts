import { conversationsPath, type ReportFilter } from './filter/report-filter.ts'
import { measures } from './format-report.ts'
import type { ShareRow } from './ShareList.tsx'
import { type CountedReport, getBefore } from './statistics.ts'

type Input<Measure extends keyof typeof measures> = {
  measure: Measure
  /** The class that colors the bar. */
  color: string
  report: CountedReport<Measure>
  filter: ReportFilter
}

/** A measure of the report with its share of all conversations, leading to those that it counts. */
export function createShareRow<Measure extends keyof typeof measures>({
  measure,
  color,
  report,
  filter,
}: Input<Measure>): ShareRow {
  return {
    ...measures[measure],
    count: report[measure],
    before: getBefore(report, measure),
    to: conversationsPath(filter, { measure }),
    color,
  }
}
