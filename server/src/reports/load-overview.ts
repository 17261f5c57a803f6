import type { ReportHeader, ReportOverview } from '@aichat/contracts/company/reports'
import type { Sql } from '../kit/db/db.ts'
import {
  countMeasures,
  overviewDistributions,
  toDays,
  toRatings,
  toSummary,
  toWeekdayHours,
} from './overview.ts'
import { getPrevious } from './period.ts'
import { listDailyCounts, listDistributions, listTotals, type ReportFilter } from './report-store.ts'

const measures = Object.values(countMeasures)

/** The numbers of a period of `days` days, and of as many days before it. */
export async function loadOverview(
  sql: Sql,
  filter: ReportFilter,
  days: number,
): Promise<Omit<ReportOverview, keyof ReportHeader>> {
  const previous = getPrevious(filter, days)
  const daily = await listDailyCounts(sql, filter, measures)
  const distributions = await listDistributions(sql, filter, overviewDistributions)
  return {
    ...toSummary(daily, distributions),
    previous: toSummary(
      await listTotals(sql, previous, measures),
      await listDistributions(sql, previous, overviewDistributions),
    ),
    days: toDays(filter, daily),
    weekdayHours: toWeekdayHours(distributions),
    ratings: toRatings(distributions),
  }
}
