import { auditLimits, auditRoutes } from '@aichat/contracts/audit'
import type { App } from '../app.ts'
import { isId } from '../kit/db/db.ts'
import type { Http } from '../kit/http/http.ts'
import { serve } from '../kit/http/serve.ts'
import { listAuditEvents } from './store.ts'

export function mountAudit(http: Http, { db }: Pick<App, 'db'>): void {
  serve(
    http,
    auditRoutes,
  )({
    list: async ({ caller, query }) => {
      const { limit = auditLimits.pageSize, cursor = null, userId = null, action = null } = query
      // A malformed id matches no event.
      if ([cursor, userId].some((value) => value !== null && !isId(value)))
        return { events: [], nextCursor: null }
      const found = await db.company(caller.companyId, (sql) =>
        listAuditEvents(sql, { limit: limit + 1, after: cursor, action, userId }),
      )
      const events = found.slice(0, limit)
      return { events, nextCursor: found.length > limit ? (events.at(-1)?.id ?? null) : null }
    },
  })
}
