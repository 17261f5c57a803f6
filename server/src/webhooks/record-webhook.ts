import type { AuditAction } from '@aichat/contracts/company/audit-actions'
import type { Webhook } from '@aichat/contracts/company/webhooks'
import { recordAuditEvent } from '../audit/store.ts'
import type { Sql } from '../kit/db/db.ts'
import type { Actor } from '../kit/http/caller.ts'

/** Names the host only: the path of an endpoint may be secret. */
export function recordWebhook(
  sql: Sql,
  actor: Actor,
  action: AuditAction,
  { id, url }: Webhook,
): Promise<void> {
  return recordAuditEvent(sql, actor, action, { kind: 'webhook', id, name: new URL(url).host })
}
