import { projectAutoReplyRoutes, projectAutoReplySentences } from '@aichat/contracts/ai/project-auto-reply'
import type { App } from '../app.ts'
import { recordAuditEvent } from '../audit/store.ts'
import type { Http } from '../kit/http/http.ts'
import { refuse } from '../kit/http/refusal.ts'
import { afterCommit, serve } from '../kit/http/serve.ts'
import { requireProject } from '../projects/guard.ts'
import { findSessions } from '../sessions/store.ts'
import { broadcastSession } from '../sessions/update-session.ts'
import { enableEarlierConversations, getProjectAutoReply } from './project-auto-reply-store.ts'

/** A visitor does not wait longer than this for an answer. An older question is answered when they write again. */
const maxQuestionAgeMs = 2 * 3_600_000
const sessionsPerQuery = 100

type Dependencies = Pick<App, 'clock' | 'db' | 'presence' | 'realtime'>

export function mountProjectAutoReply(http: Http, app: Dependencies): void {
  serve(http, projectAutoReplyRoutes, { projectId: requireProject })({
    get: ({ sql, project }) => getProjectAutoReply(sql, project.id),

    enableForEarlier: async ({ sql, actor, caller, project }) => {
      const { isLive } = await getProjectAutoReply(sql, project.id)
      if (!isLive) refuse(409, projectAutoReplySentences.notLive)
      // The periodic check of every process answers the pending questions, so that many of them do not start at once.
      const waitingSince = new Date(app.clock.now() - maxQuestionAgeMs).toISOString()
      const sessionIds = await enableEarlierConversations(sql, project.id, waitingSince)
      const subject = { kind: 'project' as const, id: project.id, name: project.name }
      await recordAuditEvent(sql, actor, 'auto_reply_enabled', { ...subject, to: String(sessionIds.length) })
      return afterCommit(async () => {
        await broadcastSessions(app, caller.companyId, sessionIds)
        return { enabledCount: sessionIds.length }
      })
    },
  })
}

async function broadcastSessions(
  app: Pick<App, 'db' | 'presence' | 'realtime'>,
  companyId: string,
  sessionIds: string[],
): Promise<void> {
  for (let start = 0; start < sessionIds.length; start += sessionsPerQuery) {
    const ids = sessionIds.slice(start, start + sessionsPerQuery)
    const found = await app.db.company(companyId, (sql) => findSessions(sql, ids))
    await Promise.all(found.map(({ session }) => broadcastSession(app, session)))
  }
}
