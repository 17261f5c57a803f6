import type { AuditEvent, AuditSubject } from '@aichat/contracts/company/audit'
import type { AuditAction, auditSubjectKinds } from '@aichat/contracts/company/audit-actions'
import type { Sql } from '../kit/db/db.ts'
import { newId } from '../kit/db/ids.ts'
import type { Actor } from '../kit/http/caller.ts'

/**
 * Call it in the transaction of the action, so that both commit or neither does. The kind of the subject is one that the contract
 * lists for the action.
 * @throws when the actor's route does not declare the action
 */
export async function recordAuditEvent<Action extends AuditAction>(
  sql: Sql,
  { companyId, userId, name, address, auditActions }: Actor,
  action: Action,
  subject?: AuditSubject & { kind: (typeof auditSubjectKinds)[Action][number] },
): Promise<void> {
  if (auditActions && !auditActions.includes(action))
    throw new Error(`The contract of the route does not declare the audit action ${action}`)
  await sql`
    insert into audit_events (id, company_id, user_id, user_name, action, subject, ip_address)
    values (${newId()}, ${companyId}, ${userId}, ${name}, ${action},
      ${subject ? JSON.stringify(subject) : null}::jsonb, ${address})`
}

const coalesceMinutes = 10

/** Whether the actor has just caused the same event, so that repeated saves of a draft are one entry. */
export async function hasRecentAuditEvent(
  sql: Sql,
  { userId }: Pick<Actor, 'userId'>,
  action: AuditAction,
  subjectId: string,
): Promise<boolean> {
  const [event] = await sql`
    select 1 as found from audit_events
    where occurred_at > now() - make_interval(mins => ${coalesceMinutes}) and user_id = ${userId}
      and action = ${action} and subject ->> 'id' = ${subjectId}
    limit 1`
  return event !== undefined
}

export type EventQuery = {
  limit: number
  /** The cursor: the id of the last event of the previous page. */
  after: string | null
  action: AuditAction | null
  userId: string | null
}

export async function listAuditEvents(
  sql: Sql,
  { limit, after, action, userId }: EventQuery,
): Promise<AuditEvent[]> {
  return sql<AuditEvent>`
    select id, occurred_at as "at", action, subject, ip_address as address,
      case when user_id is not null then jsonb_build_object('id', user_id, 'name', user_name) end as "user"
    from audit_events
    where (${after}::uuid is null
        or (occurred_at, id) < (select occurred_at, id from audit_events where id = ${after}::uuid))
      and (${action}::text is null or action = ${action})
      and (${userId}::uuid is null or user_id = ${userId}::uuid)
    order by occurred_at desc, id desc limit ${limit}`
}
