import {
  type ConversationMeasure,
  type ReportOverview,
  reportLimits,
  reportRoutes,
  reportSentences,
} from '@aichat/contracts/company/reports'
import type { App } from '../app.ts'
import { isId, type Sql } from '../kit/db/db.ts'
import type { Http } from '../kit/http/http.ts'
import { notFound, refuse } from '../kit/http/refusal.ts'
import { serve, withoutTransaction } from '../kit/http/serve.ts'
import { requireProject } from '../projects/guard.ts'
import { exportReport } from './export-report.ts'
import { loadOverview } from './load-overview.ts'
import { countMeasures, toRatings } from './overview.ts'
import { refreshForReport } from './refresh-facts.ts'
import {
  listConversations,
  listDeletedProjectIds,
  listDistributions,
  listTotals,
  type ReportFilter,
  resolvePeriod,
} from './report-store.ts'

type Query = {
  from?: string | undefined
  to?: string | undefined
  projectId?: string | undefined
  language?: string | undefined
}

/** Every report first counts what has changed since the last one, so its numbers are those of the conversations at this moment. */
export function mountReports(http: Http, app: Pick<App, 'clock' | 'db'>): void {
  serve(
    http,
    reportRoutes,
  )({
    overview: withoutTransaction(({ caller, query }) => readOverview(app, caller.companyId, query)),

    export: withoutTransaction(async ({ caller, query: { format = 'csv', ...query } }) =>
      exportReport(await readOverview(app, caller.companyId, query), format),
    ),

    conversations: withoutTransaction(async ({ caller: { companyId }, query }) => {
      await refreshForReport(app.db, companyId)
      return app.db.snapshot(companyId, async (sql) => {
        const { measure, cursor, limit = reportLimits.pageSize } = query
        const rating = query.rating === undefined ? undefined : Number(query.rating)
        if (measure && rating) refuse(400, reportSentences.measureOrRating, 'rating')
        const { filter } = await readFilter(sql, query, app.clock.now())
        const rows = await listConversations(sql, { ...filter, measure, rating, cursor, limit: limit + 1 })
        const page = rows.slice(0, limit)
        return {
          total: await countConversations(sql, filter, { measure, rating }),
          conversations: page.map(({ cursor: _, ...row }) => row),
          nextCursor: rows.length > limit ? (page.at(-1)?.cursor ?? null) : null,
        }
      })
    }),
  })
}

async function readOverview(
  { clock, db }: Pick<App, 'clock' | 'db'>,
  companyId: string,
  query: Query,
): Promise<ReportOverview> {
  const isComplete = await refreshForReport(db, companyId)
  return db.snapshot(companyId, async (sql) => {
    const { filter, days, timeZone } = await readFilter(sql, query, clock.now())
    return { ...(await loadOverview(sql, filter, days)), timeZone, isComplete }
  })
}

/** The number that the overview shows for the same group. */
async function countConversations(
  sql: Sql,
  filter: ReportFilter,
  { measure = 'conversations', rating }: { measure?: ConversationMeasure; rating?: number },
): Promise<number> {
  if (rating) return toRatings(await listDistributions(sql, filter))[rating - 1] ?? 0
  const [counted] = await listTotals(sql, filter, [countMeasures[measure]])
  return counted?.total ?? 0
}

/** @throws Refusal 404 for an unknown project, 400 for a period that is reversed or too long */
async function readFilter(
  sql: Sql,
  { from, to, projectId, language }: Query,
  now: number,
): Promise<{ filter: ReportFilter; days: number; timeZone: string }> {
  if (projectId !== undefined && !(isId(projectId) && (await requireProject(sql, { projectId })))) notFound()
  const { days, timeZone, ...period } = await resolvePeriod(
    sql,
    { from, to },
    { now, defaultDays: reportLimits.defaultDays },
  )
  if (days < 1) refuse(400, reportSentences.order, 'from')
  if (days > reportLimits.maxDays) refuse(400, reportSentences.tooLong, 'from')
  const deletedProjectIds = await listDeletedProjectIds(sql)
  return { filter: { ...period, projectId, deletedProjectIds, language }, days, timeZone }
}
