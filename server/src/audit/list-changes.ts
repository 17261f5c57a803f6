import { type AuditChange, auditLimits } from '@aichat/contracts/company/audit'
import { truncateText } from '@aichat/contracts/kit/text'

/** The fields whose values differ, with both values cut to a length that fits into the log. Never pass secrets. */
export function listChanges<Fields extends object>(
  before: Fields,
  after: Fields,
  fields: readonly (keyof Fields & string)[],
): AuditChange[] {
  const changes = fields.flatMap((field) => {
    const [from, to] = [toText(before[field]), toText(after[field])]
    return from === to ? [] : [{ field, from: boundText(from), to: boundText(to) }]
  })
  return changes.slice(0, auditLimits.changes)
}

/** Cuts a text that a person wrote, such as a question that names an FAQ. */
export function boundText(text: string): string {
  return text.length <= auditLimits.value ? text : `${truncateText(text, auditLimits.value - 1)}…`
}

function toText(value: unknown): string {
  if (value === null || value === undefined) return ''
  return typeof value === 'string' ? value : JSON.stringify(value)
}
