import * as z from 'zod/mini'
import { id, positiveInteger, time } from '../kit/common.ts'
import type { RateLimit } from '../kit/rate-limit.ts'
import { routes } from '../kit/route.ts'
import { auditActions, listAuditSubjectKinds } from './audit-actions.ts'

export const auditLimits = {
  pageSize: 50,
  pageSizeMax: 200,
  value: 200,
  changes: 20,
  exportPage: 500,
} as const

export const auditAction = z.enum(auditActions)

/** A changed field with its old and new value, cut to `auditLimits.value` characters; empty text stands for no value. */
const auditChange = z.object({ field: z.string(), from: z.string(), to: z.string() })
export type AuditChange = z.output<typeof auditChange>

/** The object of the action, with its name at that time. */
export const auditSubject = z.object({
  kind: z.enum(listAuditSubjectKinds()),
  id,
  name: z.string(),
  /** The name of the project that a knowledge item, FAQ or answer test belongs to. */
  project: z.optional(z.string()),
  /** The changed field with its old and new value; empty text stands for no value. */
  field: z.optional(z.string()),
  from: z.optional(z.string()),
  to: z.optional(z.string()),
  changes: z.optional(z.array(auditChange)),
})
export type AuditSubject = z.output<typeof auditSubject>

export const auditEvent = z.object({
  id,
  at: time,
  action: auditAction,
  user: z.nullable(z.object({ id, name: z.string() })),
  subject: z.nullable(auditSubject),
  address: z.string(),
})
export type AuditEvent = z.output<typeof auditEvent>

const filters = {
  action: z.optional(auditAction),
  userId: z.optional(z.string().check(z.maxLength(200))),
}

export const auditRateLimits = {
  denial: { name: 'denial', points: 1, seconds: 60 },
  denials: { name: 'denials', points: 60, seconds: 60 * 60 },
} as const satisfies Record<string, RateLimit>

export const auditRoutes = routes({
  list: {
    method: 'GET',
    path: '/api/audit',
    summary: 'List audit log events, newest first',
    access: { permission: 'audit.read', rateLimit: 'none', audit: 'none' },
    query: z.object({
      limit: z.optional(positiveInteger(auditLimits.pageSizeMax)),
      cursor: z.optional(z.string().check(z.maxLength(200))),
      ...filters,
    }),
    response: z.object({ events: z.array(auditEvent), nextCursor: z.nullable(z.string()) }),
  },
  export: {
    method: 'GET',
    path: '/api/audit/export',
    summary: 'Export the audit log as CSV or JSON Lines, newest first',
    access: { permission: 'audit.read', rateLimit: 'none', audit: ['audit_log_exported'] },
    query: z.object({ format: z.optional(z.enum(['csv', 'jsonl'])), ...filters }),
    download: 'application/octet-stream',
  },
})
