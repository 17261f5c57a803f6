import type { ReportOverview } from '@aichat/contracts/company/reports'
import { addDays } from '@aichat/contracts/kit/dates'
import type { Sql } from '../kit/db/db.ts'
import { countMeasures, toDays, toRatings, toSummary, toWeekdayHours } from './overview.ts'
import {
  listDailyCounts,
  listDistributions,
  listLanguages,
  listTotals,
  type ReportFilter,
} from './report-store.ts'

const measures = Object.values(countMeasures)

/** The numbers of a period of `days` days, and of as many days before it. */
export async function loadOverview(
  sql: Sql,
  filter: ReportFilter,
  days: number,
): Promise<Omit<ReportOverview, 'timeZone' | 'isComplete'>> {
  const earlier = { ...filter, from: addDays(filter.from, -days), to: addDays(filter.from, -1) }
  const daily = await listDailyCounts(sql, filter, measures)
  const distributions = await listDistributions(sql, filter)
  return {
    from: filter.from,
    to: filter.to,
    ...toSummary(daily, distributions),
    previous: toSummary(await listTotals(sql, earlier, measures), await listDistributions(sql, earlier)),
    days: toDays(filter, daily),
    weekdayHours: toWeekdayHours(distributions),
    ratings: toRatings(distributions),
    languages: await listLanguages(sql, filter),
  }
}
