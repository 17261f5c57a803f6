import {
  type ReportHeader,
  type ReportSources,
  reportLimits,
  type SourceMeasure,
  type SourceOrder,
} from '@aichat/contracts/company/reports'
import type { Sql } from '../kit/db/db.ts'
import { getPrevious } from './period.ts'
import { listSources, listSourceTotals, type ReportFilter } from './report-store.ts'

/** The knowledge items and FAQs that the AI used in conversations of a period, with their numbers in as many days before it. */
export async function loadSources(
  sql: Sql,
  filter: ReportFilter,
  { days, sort }: { days: number; sort: SourceOrder },
): Promise<Omit<ReportSources, keyof ReportHeader>> {
  const rows = await listSources(sql, filter, { sort, limit: reportLimits.maxSources })
  const totals = await listSourceTotals(sql, getPrevious(filter, days), rows)
  const before = new Map(totals.map(({ measure, total }) => [measure, total]))
  return {
    total: rows[0]?.total ?? 0,
    sources: rows.map(({ total: _, ...source }) => {
      const count = (measure: SourceMeasure) => before.get(`source_${measure}_${source.id}`) ?? 0
      return {
        ...source,
        previous: { cited: count('cited'), suggested: count('suggested'), unhelpful: count('unhelpful') },
      }
    }),
  }
}
