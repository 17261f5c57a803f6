import {
  type ReportHeader,
  type ReportName,
  reportLimits,
  reportRoutes,
  reportSentences,
  type SourceOrder,
} from '@aichat/contracts/company/reports'
import type * as z from 'zod/mini'
import type { App } from '../app.ts'
import { isId, type Sql } from '../kit/db/db.ts'
import { nilId } from '../kit/db/ids.ts'
import type { Caller } from '../kit/http/caller.ts'
import type { Http } from '../kit/http/http.ts'
import { hasPermission } from '../kit/http/permissions.ts'
import { notFound, refuse } from '../kit/http/refusal.ts'
import { serve, withoutTransaction } from '../kit/http/serve.ts'
import { requireProject } from '../projects/guard.ts'
import { type ExportedReport, exportReport } from './export-report.ts'
import { loadAi } from './load-ai.ts'
import { loadOverview } from './load-overview.ts'
import { loadSources } from './load-sources.ts'
import { loadTeam } from './load-team.ts'
import { refreshForReport } from './refresh-facts.ts'
import {
  type ConversationGroup,
  countConversations,
  findGroupName,
  listConversations,
} from './report-conversation-store.ts'
import { listDeletedProjectIds, type ReportFilter, resolvePeriod } from './report-store.ts'

type Query = z.output<typeof reportRoutes.overview.query>
type ConversationQuery = z.output<typeof reportRoutes.conversations.query>

export function mountReports(http: Http, app: Pick<App, 'clock' | 'db'>): void {
  const reports = createReaders(app)
  serve(
    http,
    reportRoutes,
  )({
    overview: withoutTransaction(({ caller, query }) => reports.overview(caller, query)),
    ai: withoutTransaction(({ caller, query }) => reports.ai(caller, query)),
    team: withoutTransaction(({ caller, query }) => reports.team(caller, query)),
    sources: withoutTransaction(({ caller, query }) => reports.sources(caller, query)),

    export: withoutTransaction(
      async ({ caller, query: { format = 'csv', report: name = 'overview', ...query } }) =>
        exportReport({ name, report: await reports[name](caller, query) } as ExportedReport, format),
    ),

    conversations: withoutTransaction(async ({ caller, query }) => {
      const group = toGroup(query)
      const onlyAgent = getOnlyAgent(caller)
      if ('agentId' in group && onlyAgent !== null && group.agentId !== onlyAgent)
        refuse(403, reportSentences.ownNumbers)
      await refreshForReport(app.db, caller.companyId)
      return app.db.snapshot(caller.companyId, async (sql) => {
        const { cursor, limit = reportLimits.pageSize } = query
        const { filter } = await readFilter(sql, query, app.clock.now())
        const rows = await listConversations(sql, filter, group, { cursor, limit: limit + 1 })
        const page = rows.slice(0, limit)
        return {
          total: await countConversations(sql, filter, group),
          groupName: await findGroupName(sql, group),
          conversations: page.map(({ cursor: _, ...row }) => row),
          nextCursor: rows.length > limit ? (page.at(-1)?.cursor ?? null) : null,
        }
      })
    }),
  })
}

/**
 * A function that reads each report. Before, it counts what has changed since the last report, so the numbers are those of the
 * conversations at this moment.
 */
function createReaders({ clock, db }: Pick<App, 'clock' | 'db'>) {
  async function read<Report>(
    { companyId }: Caller,
    query: Query,
    load: (sql: Sql, scope: ReportScope) => Promise<Report>,
  ): Promise<ReportHeader & Report> {
    const isComplete = await refreshForReport(db, companyId)
    return db.snapshot(companyId, async (sql) => {
      const { timeZone, ...scope } = await readFilter(sql, query, clock.now())
      const { from, to } = scope.filter
      return { from, to, timeZone, isComplete, ...(await load(sql, scope)) }
    })
  }

  function readWithoutLanguage<Report>(
    caller: Caller,
    query: Query,
    load: (sql: Sql, scope: ReportScope) => Promise<Report>,
  ) {
    if (query.language !== undefined) refuse(400, reportSentences.noLanguage, 'language')
    return read(caller, query, load)
  }

  return {
    overview: (caller: Caller, query: Query) =>
      read(caller, query, (sql, { filter, days }) => loadOverview(sql, filter, days)),
    ai: (caller: Caller, query: Query) =>
      read(caller, query, (sql, { filter, days }) => loadAi(sql, filter, days)),
    team: (caller: Caller, query: Query) =>
      readWithoutLanguage(caller, query, (sql, { filter, days }) =>
        loadTeam(sql, filter, { days, agentId: getOnlyAgent(caller) }),
      ),
    sources: (caller: Caller, { sort = 'used', ...query }: Query & { sort?: SourceOrder | undefined }) =>
      readWithoutLanguage(caller, query, (sql, { filter }) => loadSources(sql, filter, sort)),
  } satisfies Record<ReportName, unknown>
}

type ReportScope = { filter: ReportFilter; days: number }

/** @throws Refusal 400 when the query names more than one group or a language that it is not counted by, 404 for an agent or source that cannot exist */
function toGroup({
  measure,
  rating,
  handoverReason,
  agentId,
  agentMeasure = 'replied',
  sourceId,
  sourceMeasure = 'cited',
  language,
}: ConversationQuery): ConversationGroup {
  const groups: ConversationGroup[] = []
  if (measure) groups.push({ measure })
  if (rating) groups.push({ rating: Number(rating) })
  if (handoverReason) groups.push({ handoverReason })
  if (agentId !== undefined) groups.push({ agentId, agentMeasure })
  if (sourceId !== undefined) groups.push({ sourceId, sourceMeasure })
  if (groups.length > 1) refuse(400, reportSentences.oneGroup)
  if (language !== undefined && (agentId ?? sourceId) !== undefined) refuse(400, reportSentences.noLanguage)
  if (!isId(agentId ?? nilId) || !isId(sourceId ?? nilId)) notFound()
  return groups[0] ?? { measure: 'conversations' }
}

/** The member of the team whose numbers alone the caller may read; null for all. API keys, which Owners and Admins create, read all. */
function getOnlyAgent(caller: Caller): string | null {
  return caller.key || hasPermission(caller, 'reports.team') ? null : caller.userId
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
