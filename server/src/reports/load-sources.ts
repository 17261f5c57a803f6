import {
  type ReportHeader,
  type ReportSources,
  reportLimits,
  type SourceOrder,
} from '@aichat/contracts/company/reports'
import type { Sql } from '../kit/db/db.ts'
import { getPrevious } from './period.ts'
import { listCitations, listSources, type ReportFilter } from './report-store.ts'

/** The knowledge items and FAQs that the AI used in conversations of a period, with their citations in as many days before it. */
export async function loadSources(
  sql: Sql,
  filter: ReportFilter,
  { days, sort }: { days: number; sort: SourceOrder },
): Promise<Omit<ReportSources, keyof ReportHeader>> {
  const rows = await listSources(sql, filter, { sort, limit: reportLimits.maxSources })
  const citations = await listCitations(sql, getPrevious(filter, days), rows)
  const before = new Map(citations.map(({ id, cited }) => [id, cited]))
  return {
    total: rows[0]?.total ?? 0,
    sources: rows.map(({ total: _, ...source }) => ({
      ...source,
      previous: { cited: before.get(source.id) ?? 0 },
    })),
  }
}
