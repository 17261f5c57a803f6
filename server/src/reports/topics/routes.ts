import { reportLimits } from '@aichat/contracts/company/reports'
import { topicLimits, topicRoutes, topicSentences } from '@aichat/contracts/company/topics'
import type { App } from '../../app.ts'
import { isId, type Sql } from '../../kit/db/db.ts'
import { newId } from '../../kit/db/ids.ts'
import type { Http } from '../../kit/http/http.ts'
import { notFound, refuse } from '../../kit/http/refusal.ts'
import { serve, withoutTransaction } from '../../kit/http/serve.ts'
import { maskPersonalData } from '../../replies/model/mask-secrets.ts'
import { createReaders, readFilter } from '../read-report.ts'
import { refreshWithTopics } from '../refresh-facts.ts'
import { countTopics, listQuestions } from './gap-store.ts'
import { requireTopic, requireTopicIds } from './guard.ts'
import {
  findSingleQuestion,
  findTopic,
  lockTopics,
  mergeTopic,
  renameTopic,
  type StoredTopic,
  setTopicStatus,
  unmergeTopic,
} from './topic-edit-store.ts'
import { saveTopics, toKey } from './topic-store.ts'

export function mountTopics(http: Http, app: Pick<App, 'clock' | 'db'>): void {
  const reports = createReaders(app)
  serve(http, topicRoutes, { topicId: requireTopic })({
    gaps: withoutTransaction(({ caller, query: { status = 'open', limit = topicLimits.topics, ...query } }) =>
      reports.gaps(caller, { ...query, status: status === 'all' ? undefined : status, limit }),
    ),

    questions: withoutTransaction(async ({ caller, query }) => {
      await refreshWithTopics(app.db, caller.companyId)
      return app.db.snapshot(caller.companyId, async (sql) => {
        const { topicId, cursor, limit = reportLimits.pageSize } = query
        const { filter } = await readFilter(sql, query, app.clock.now())
        const ids = topicId === undefined ? null : await requireTopicIds(sql, topicId)
        const rows = await listQuestions(sql, filter, ids, { cursor, limit: limit + 1 })
        const page = rows.slice(0, limit)
        return {
          total: (await countTopics(sql, filter, ids)).questions,
          questions: page.map(({ cursor: _, question, reply, ...row }) => ({
            ...row,
            question: maskPersonalData(question),
            reply: reply && maskPersonalData(reply),
          })),
          nextCursor: rows.length > limit ? (page.at(-1)?.cursor ?? null) : null,
        }
      })
    }),

    add: async ({ sql, caller, body: { status, ...position } }) => {
      const question = isId(position.sessionId) ? await findSingleQuestion(sql, position) : null
      if (!question) refuse(400, topicSentences.unknownQuestion, 'sessionId')
      const topicId = newId()
      const scope = { companyId: caller.companyId, projectId: question.projectId }
      await saveTopics(sql, scope, new Map([[toKey(question), topicId]]))
      await setTopicStatus(sql, topicId, status)
      return { id: topicId }
    },

    update: async ({ sql, topic, body: { name, status } }) => {
      if (topic.isMerged) refuse(409, topicSentences.isMerged)
      if (name !== undefined) await renameTopic(sql, topic.id, name)
      if (status !== undefined) await setTopicStatus(sql, topic.id, status)
      return null
    },

    merge: async ({ sql, topic, body }) => {
      await lockTopics(sql, topic.projectId)
      const current = (await findTopic(sql, topic.id)) ?? notFound()
      if (current.isMerged) refuse(409, topicSentences.isMerged)
      const into = await requireTarget(sql, current, body.into)
      await mergeTopic(sql, topic.id, into.id)
      return null
    },

    unmerge: async ({ sql, topic }) => {
      await lockTopics(sql, topic.projectId)
      await unmergeTopic(sql, topic.id)
      return null
    },
  })
}

/** @throws Refusal 400 when the topic cannot be merged into the other one */
async function requireTarget(sql: Sql, topic: StoredTopic, intoId: string): Promise<StoredTopic> {
  if (intoId === topic.id) refuse(400, topicSentences.ownMerge, 'into')
  const into = isId(intoId) ? await findTopic(sql, intoId) : null
  if (into?.projectId !== topic.projectId || into.isMerged) refuse(400, topicSentences.unknownTopic, 'into')
  if (into.status !== topic.status) refuse(400, topicSentences.otherStatus, 'into')
  return into
}
