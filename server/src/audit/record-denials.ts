import { auditRateLimits } from '@aichat/contracts/company/audit'
import type { FastifyRequest } from 'fastify'
import type { App } from '../app.ts'
import type { Caller } from '../kit/http/caller.ts'
import type { Http } from '../kit/http/http.ts'
import { Refusal } from '../kit/http/refusal.ts'
import { recordAuditEvent } from './store.ts'

/**
 * Records attempts that a person or API key had no permission for. A flood of them does not fill the log: at most one entry
 * per caller, route and minute, and 60 per caller and hour.
 */
export function recordDenials(http: Http, { db, limits, log }: Pick<App, 'db' | 'limits' | 'log'>): void {
  async function record(caller: Caller, { ip, method, routeOptions }: FastifyRequest): Promise<void> {
    const name = `${method} ${routeOptions.url}`
    try {
      await limits.consume(auditRateLimits.denial, `${caller.userId} ${name}`)
      await limits.consume(auditRateLimits.denials, caller.userId)
    } catch (error) {
      if (error instanceof Refusal) return
      throw error
    }
    const subject = { kind: 'route' as const, id: name, name }
    await db.company(caller.companyId, (sql) =>
      recordAuditEvent(sql, { ...caller, address: ip }, 'access_denied', subject),
    )
  }

  // The answer does not wait for the entry.
  http.addHook('onError', (request, _reply, error, done) => {
    if (error instanceof Refusal && error.status === 403 && request.caller)
      record(request.caller, request).catch((err) => log.error({ err }, 'failed to record a denied attempt'))
    done()
  })
}
