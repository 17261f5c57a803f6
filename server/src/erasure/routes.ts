import { erasureRoutes, erasureSentences } from '@aichat/contracts/company/erasure'
import type { App } from '../app.ts'
import { recordAuditEvent } from '../audit/store.ts'
import type { AutoReply } from '../auto-reply/auto-reply.ts'
import { removeEmailsFrom } from '../email/inbound/held-store.ts'
import { publishHeldCount } from '../email/inbound/publish-held-count.ts'
import type { Sweep } from '../files/sweep.ts'
import type { Http } from '../kit/http/http.ts'
import { refuse } from '../kit/http/refusal.ts'
import { serve, withoutTransaction } from '../kit/http/serve.ts'
import { requireProject } from '../projects/guard.ts'
import { lockProject } from '../projects/store.ts'
import { requireSession } from '../sessions/guard.ts'
import { eraseVisitors } from './erase.ts'
import { findVisitorsByEmail, getRetention, listRetention, setRetention } from './store.ts'

type Dependencies = Pick<App, 'db' | 'realtime'> & { sweep: Sweep; autoReply: AutoReply }

export function mountErasure(http: Http, dependencies: Dependencies): void {
  serve(http, erasureRoutes, { projectId: requireProject, sessionId: requireSession })({
    retention: async ({ sql }) => ({ projects: await listRetention(sql) }),

    setRetention: async ({ sql, actor, project, body: { retentionDays } }) => {
      await lockProject(sql, project.id)
      const before = await getRetention(sql, project.id)
      if (before === retentionDays) return { retentionDays }
      await setRetention(sql, project.id, retentionDays)
      await recordAuditEvent(sql, actor, 'retention_changed', {
        kind: 'project',
        id: project.id,
        name: project.name,
        field: 'retentionDays',
        from: String(before ?? ''),
        to: String(retentionDays ?? ''),
      })
      return { retentionDays }
    },

    eraseByEmail: withoutTransaction(async ({ actor, body }) => {
      const { companyId } = actor
      const emailCount = await dependencies.db.company(companyId, (sql) => removeEmailsFrom(sql, body.email))
      if (emailCount > 0) await publishHeldCount(dependencies, companyId)
      const erased = await eraseVisitors(dependencies, actor, (sql, limit) =>
        findVisitorsByEmail(sql, body.email, limit),
      )
      return erased.visitors + emailCount > 0 ? erased : refuse(404, erasureSentences.none, 'email')
    }),

    eraseVisitor: withoutTransaction(({ actor, session }) =>
      eraseVisitors(dependencies, actor, async () => [session.visitorId]),
    ),
  })
}
