import { Readable } from 'node:stream'
import { type AuditEvent, auditLimits } from '@aichat/contracts/company/audit'
import type { App } from '../app.ts'
import { csvByteOrderMark, formatCsvRow } from '../kit/http/csv.ts'
import { Download } from '../kit/http/serve.ts'
import { type EventQuery, listAuditEvents } from './store.ts'

type Filters = Pick<EventQuery, 'action' | 'userId'>

const columns = [
  'Time',
  'Action',
  'User',
  'User ID',
  'Subject',
  'Name',
  'Subject ID',
  'Project',
  'Changes',
  'Address',
]

/** Streams the log, newest first, one page of events in memory at a time. */
export function exportAuditLog(
  { db }: Pick<App, 'db'>,
  companyId: string,
  format: 'csv' | 'jsonl',
  filters: Filters,
): Download {
  async function* lines(): AsyncGenerator<string> {
    if (format === 'csv') yield `${csvByteOrderMark}${formatCsvRow(columns)}`
    let after: string | null = null
    do {
      const cursor: string | null = after
      const events: AuditEvent[] = await db.company(companyId, (sql) =>
        listAuditEvents(sql, { ...filters, after: cursor, limit: auditLimits.exportPage }),
      )
      yield events.map(format === 'csv' ? toCsv : toJsonLine).join('')
      after = events.length === auditLimits.exportPage ? (events.at(-1)?.id ?? null) : null
    } while (after)
  }
  const mime = format === 'csv' ? 'text/csv' : 'application/x-ndjson'
  return new Download(Readable.from(lines()), { name: `audit-log.${format}`, mime })
}

function toJsonLine(event: AuditEvent): string {
  return `${JSON.stringify(event)}\n`
}

function toCsv({ at, action, user, subject, address }: AuditEvent): string {
  return formatCsvRow([
    at,
    action,
    user?.name ?? '',
    user?.id ?? '',
    subject?.kind ?? '',
    subject?.name ?? '',
    subject?.id ?? '',
    subject?.project ?? '',
    describeChanges(subject),
    address,
  ])
}

function describeChanges(subject: AuditEvent['subject']): string {
  const { field = '', from = '', to = '', changes = [] } = subject ?? {}
  const all = from || to ? [{ field, from, to }, ...changes] : changes
  return all.map((change) => `${change.field}: ${change.from} → ${change.to}`.replace(/^: /, '')).join('; ')
}
