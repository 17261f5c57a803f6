import { projectAutoReplyRoutes, projectAutoReplySentences } from '@aichat/contracts/project-auto-reply'
import type { Project } from '@aichat/contracts/projects'
import type { App } from '../app.ts'
import { recordAuditEvent } from '../audit/store.ts'
import type { Actor } from '../kit/http/caller.ts'
import type { Http } from '../kit/http/http.ts'
import { refuse } from '../kit/http/refusal.ts'
import { serve } from '../kit/http/serve.ts'
import { requireProject } from '../projects/guard.ts'
import { findSessions } from '../sessions/store.ts'
import { broadcastSession } from '../sessions/update-session.ts'
import { enableEarlierConversations, getProjectAutoReply } from './project-auto-reply-store.ts'

/** A visitor does not wait longer than this for an answer. An older question is answered when they write again. */
const maxQuestionAgeMs = 2 * 3_600_000
const sessionsPerQuery = 100

export function mountProjectAutoReply(http: Http, app: App): void {
  serve(http, projectAutoReplyRoutes, { projectId: requireProject(app) })({
    get: ({ caller, project }) =>
      app.db.company(caller.companyId, (sql) => getProjectAutoReply(sql, project.id)),

    enableForEarlier: async ({ actor, caller, project }) => {
      const sessionIds = await enable(app, caller.companyId, project, actor)
      await broadcastSessions(app, caller.companyId, sessionIds)
      return { enabledCount: sessionIds.length }
    },
  })
}

/** The periodic check of every process answers the pending questions, so that many of them do not start at once. */
function enable({ db, clock }: App, companyId: string, project: Project, actor: Actor): Promise<string[]> {
  const waitingSince = new Date(clock.now() - maxQuestionAgeMs).toISOString()
  return db.company(companyId, async (sql) => {
    const { isLive } = await getProjectAutoReply(sql, project.id)
    if (!isLive) refuse(409, projectAutoReplySentences.notLive)
    const sessionIds = await enableEarlierConversations(sql, project.id, waitingSince)
    const subject = { kind: 'project' as const, id: project.id, name: project.name }
    await recordAuditEvent(sql, actor, 'auto_reply_enabled', { ...subject, to: String(sessionIds.length) })
    return sessionIds
  })
}

async function broadcastSessions(app: App, companyId: string, sessionIds: string[]): Promise<void> {
  for (let start = 0; start < sessionIds.length; start += sessionsPerQuery) {
    const ids = sessionIds.slice(start, start + sessionsPerQuery)
    const found = await app.db.company(companyId, (sql) => findSessions(sql, ids))
    await Promise.all(found.map(({ session }) => broadcastSession(app, session)))
  }
}
