import { type AuditChange, auditLimits } from '@aichat/contracts/audit'
import { truncateText } from '@aichat/contracts/text'

/** The fields whose values differ, with both values cut to a length that fits into the log. */
export function listChanges<Fields extends object>(
  before: Fields,
  after: Fields,
  fields: readonly (keyof Fields & string)[],
): AuditChange[] {
  return fields.flatMap((field) => {
    const [from, to] = [toText(before[field]), toText(after[field])]
    return from === to ? [] : [{ field, from: truncate(from), to: truncate(to) }]
  })
}

function toText(value: unknown): string {
  if (value === null || value === undefined) return ''
  return typeof value === 'string' ? value : JSON.stringify(value)
}

function truncate(text: string): string {
  return text.length <= auditLimits.value ? text : `${truncateText(text, auditLimits.value - 1)}…`
}
