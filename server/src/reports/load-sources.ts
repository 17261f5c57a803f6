import {
  type ReportHeader,
  type ReportSources,
  reportLimits,
  type SourceOrder,
} from '@aichat/contracts/company/reports'
import type { Sql } from '../kit/db/db.ts'
import { listSources, type ReportFilter } from './report-store.ts'

/** The knowledge items and FAQs that the AI used in conversations of a period. */
export async function loadSources(
  sql: Sql,
  filter: ReportFilter,
  sort: SourceOrder,
): Promise<Omit<ReportSources, keyof ReportHeader>> {
  const rows = await listSources(sql, filter, { sort, limit: reportLimits.maxSources })
  return {
    total: rows[0]?.total ?? 0,
    sources: rows.map(({ total: _, ...source }) => source),
  }
}
