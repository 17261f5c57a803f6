import type { AuditChange, AuditSubject } from '@aichat/contracts/company/audit'
import type { AuditAction } from '@aichat/contracts/company/audit-actions'
import type { Sql } from '../kit/db/db.ts'
import type { Actor } from '../kit/http/caller.ts'
import { boundText } from './list-changes.ts'
import { recordAuditEvent } from './store.ts'

type Content = {
  kind: 'knowledge' | 'source' | 'faq' | 'answer_test'
  id: string
  name: string
  project: { name: string }
  changes?: AuditChange[]
}

/** Records an event of something that belongs to a project and is named by a text that a person wrote. */
export function recordContentEvent(
  sql: Sql,
  actor: Actor,
  action: AuditAction,
  { project, ...content }: Content,
): Promise<void> {
  const subject: AuditSubject = { ...content, name: boundText(content.name), project: project.name }
  return recordAuditEvent(sql, actor, action, subject)
}
