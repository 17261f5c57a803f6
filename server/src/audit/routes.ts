import { auditLimits, auditRoutes } from '@aichat/contracts/company/audit'
import type { App } from '../app.ts'
import { isId } from '../kit/db/db.ts'
import { nilId } from '../kit/db/ids.ts'
import type { Http } from '../kit/http/http.ts'
import { afterCommit, serve } from '../kit/http/serve.ts'
import { exportAuditLog } from './export.ts'
import { recordDenials } from './record-denials.ts'
import { listAuditEvents, recordAuditEvent } from './store.ts'

type Dependencies = Pick<App, 'db' | 'limits' | 'log'>

export function mountAudit(http: Http, app: Dependencies): void {
  recordDenials(http, app)
  serve(
    http,
    auditRoutes,
  )({
    list: async ({ sql, query }) => {
      const { limit = auditLimits.pageSize, cursor = null, userId = null, action = null } = query
      // A malformed id matches no event.
      if ([cursor, userId].some((value) => value !== null && !isId(value)))
        return { events: [], nextCursor: null }
      const found = await listAuditEvents(sql, { limit: limit + 1, after: cursor, action, userId })
      const events = found.slice(0, limit)
      return { events, nextCursor: found.length > limit ? (events.at(-1)?.id ?? null) : null }
    },

    export: async ({ sql, actor, caller, query }) => {
      const { format = 'csv', action = null, userId = null } = query
      // A malformed id matches no event.
      const filters = { action, userId: userId === null || isId(userId) ? userId : nilId }
      const subject = { kind: 'company' as const, id: caller.companyId, name: '', to: format }
      await recordAuditEvent(sql, actor, 'audit_log_exported', subject)
      return afterCommit(() => exportAuditLog(app, caller.companyId, format, filters))
    },
  })
}
