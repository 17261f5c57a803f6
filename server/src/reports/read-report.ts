import {
  type ReportHeader,
  type ReportName,
  reportLimits,
  reportSentences,
  type SourceOrder,
} from '@aichat/contracts/company/reports'
import { type TopicOrder, type TopicStatus, topicLimits } from '@aichat/contracts/company/topics'
import type { App } from '../app.ts'
import { isId, type Sql } from '../kit/db/db.ts'
import type { Caller } from '../kit/http/caller.ts'
import { hasPermission } from '../kit/http/permissions.ts'
import { notFound, refuse } from '../kit/http/refusal.ts'
import { findLabel } from '../labels/store.ts'
import { requireProject } from '../projects/guard.ts'
import { loadAi } from './load-ai.ts'
import { loadOverview } from './load-overview.ts'
import { loadSources } from './load-sources.ts'
import { loadTeam } from './load-team.ts'
import { refreshForReport, refreshWithTopics } from './refresh-facts.ts'
import { listDeletedProjectIds, listLanguages, type ReportFilter, resolvePeriod } from './report-store.ts'
import { loadGaps } from './topics/load-gaps.ts'

/** What a report is filtered by. */
export type ReportQuery = {
  from?: string | undefined
  to?: string | undefined
  projectId?: string | undefined
  language?: string | undefined
  labelId?: string | undefined
}
type GapQuery = ReportQuery & {
  /** Topics of all statuses by default. */
  status?: TopicStatus | undefined
  sort?: TopicOrder | undefined
  limit?: number | undefined
}
type SourceQuery = ReportQuery & { sort?: SourceOrder | undefined }

/**
 * A function that reads each report. Before, it counts what has changed since the last report, so the numbers are those of the
 * conversations at this moment.
 */
export function createReaders({ clock, db }: Pick<App, 'clock' | 'db'>) {
  async function read<Report>(
    { companyId }: Caller,
    query: ReportQuery,
    load: (sql: Sql, scope: ReportScope) => Promise<Report>,
    refresh = refreshForReport,
  ): Promise<ReportHeader & Report> {
    const isComplete = await refresh(db, companyId)
    return db.snapshot(companyId, async (sql) => {
      const { timeZone, ...scope } = await readFilter(sql, query, clock.now())
      const { from, to } = scope.filter
      const languages = await listLanguages(sql, scope.filter)
      return { from, to, timeZone, isComplete, languages, ...(await load(sql, scope)) }
    })
  }

  return {
    overview: (caller: Caller, query: ReportQuery) =>
      read(caller, query, (sql, { filter, days }) => loadOverview(sql, filter, days)),
    ai: (caller: Caller, query: ReportQuery) =>
      read(caller, query, (sql, { filter, days }) => loadAi(sql, filter, days)),
    team: (caller: Caller, query: ReportQuery) =>
      read(caller, query, (sql, { filter, days }) =>
        loadTeam(sql, filter, { days, agentId: getOnlyAgent(caller) }),
      ),
    gaps: (
      caller: Caller,
      { status, sort = 'questions', limit = topicLimits.topicsMax, ...query }: GapQuery,
    ) =>
      read(
        caller,
        query,
        (sql, { filter, days }) => loadGaps(sql, filter, { days, status, sort, limit }),
        refreshWithTopics,
      ),
    sources: (caller: Caller, { sort = 'used', ...query }: SourceQuery) =>
      read(caller, query, (sql, { filter, days }) => loadSources(sql, filter, { days, sort })),
  } satisfies Record<ReportName, unknown>
}

type ReportScope = { filter: ReportFilter; days: number }

/** The member of the team whose numbers alone the caller may read; null for all. API keys, which Owners and Admins create, read all. */
export function getOnlyAgent(caller: Caller): string | null {
  return caller.key || hasPermission(caller, 'reports.team') ? null : caller.userId
}

/** @throws Refusal 404 for an unknown project or label, 400 for a period that is reversed or too long, or a language and a label */
export async function readFilter(
  sql: Sql,
  { from, to, projectId, language, labelId }: ReportQuery,
  now: number,
): Promise<{ filter: ReportFilter; days: number; timeZone: string }> {
  if (projectId !== undefined && !(isId(projectId) && (await requireProject(sql, { projectId })))) notFound()
  if (labelId !== undefined) {
    if (language !== undefined) refuse(400, reportSentences.languageOrLabel, 'labelId')
    if (!(isId(labelId) && (await findLabel(sql, labelId)))) notFound()
  }
  const { days, timeZone, ...period } = await resolvePeriod(
    sql,
    { from, to },
    { now, defaultDays: reportLimits.defaultDays },
  )
  if (days < 1) refuse(400, reportSentences.order, 'from')
  if (days > reportLimits.maxDays) refuse(400, reportSentences.tooLong, 'from')
  const deletedProjectIds = await listDeletedProjectIds(sql)
  return { filter: { ...period, projectId, deletedProjectIds, language, labelId }, days, timeZone }
}
