import { reportLimits, reportRoutes, reportSentences } from '@aichat/contracts/company/reports'
import type * as z from 'zod/mini'
import type { App } from '../app.ts'
import { isId } from '../kit/db/db.ts'
import { nilId } from '../kit/db/ids.ts'
import type { Http } from '../kit/http/http.ts'
import { notFound, refuse } from '../kit/http/refusal.ts'
import { serve, withoutTransaction } from '../kit/http/serve.ts'
import { type ExportedReport, exportReport } from './export-report.ts'
import { createReaders, getOnlyAgent, readFilter } from './read-report.ts'
import { refreshForReport, refreshWithTopics } from './refresh-facts.ts'
import {
  type ConversationGroup,
  countConversations,
  findGroupName,
  listConversations,
} from './report-conversation-store.ts'
import { requireTopicIds } from './topics/guard.ts'
import { findTopicName } from './topics/load-gaps.ts'

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
      const requested = toGroup(query)
      const onlyAgent = getOnlyAgent(caller)
      if ('agentId' in requested && onlyAgent !== null && requested.agentId !== onlyAgent)
        refuse(403, reportSentences.ownNumbers)
      const isOfTopic = 'topicId' in requested
      await (isOfTopic ? refreshWithTopics : refreshForReport)(app.db, caller.companyId)
      return app.db.snapshot(caller.companyId, async (sql) => {
        const { cursor, limit = reportLimits.pageSize } = query
        const { filter, days } = await readFilter(sql, query, app.clock.now())
        const group = isOfTopic ? { topicIds: await requireTopicIds(sql, requested.topicId) } : requested
        const rows = await listConversations(sql, filter, group, { cursor, limit: limit + 1 })
        const page = rows.slice(0, limit)
        return {
          total: await countConversations(sql, filter, group),
          groupName: isOfTopic
            ? await findTopicName(sql, filter, { days, topicId: requested.topicId })
            : await findGroupName(sql, group),
          conversations: page.map(({ cursor: _, ...row }) => row),
          nextCursor: rows.length > limit ? (page.at(-1)?.cursor ?? null) : null,
        }
      })
    }),
  })
}

type RequestedGroup = Exclude<ConversationGroup, { topicIds: string[] }> | { topicId: string }

/** @throws Refusal 400 when the query names more than one group, 404 for an agent or source that cannot exist */
function toGroup({
  measure,
  rating,
  handoverReason,
  topicId,
  agentId,
  agentMeasure = 'replied',
  sourceId,
  sourceMeasure = 'cited',
}: ConversationQuery): RequestedGroup {
  const groups: RequestedGroup[] = []
  if (measure) groups.push({ measure })
  if (rating) groups.push({ rating: Number(rating) })
  if (handoverReason) groups.push({ handoverReason })
  if (topicId !== undefined) groups.push({ topicId })
  if (agentId !== undefined) groups.push({ agentId, agentMeasure })
  if (sourceId !== undefined) groups.push({ sourceId, sourceMeasure })
  if (groups.length > 1) refuse(400, reportSentences.oneGroup)
  if (!isId(agentId ?? nilId) || !isId(sourceId ?? nilId)) notFound()
  return groups[0] ?? { measure: 'conversations' }
}
