import * as z from 'zod/mini'
import { id, positiveInteger, time } from './common.ts'
import type { RateLimit } from './rate-limit.ts'
import { routes } from './route.ts'

export const auditLimits = {
  pageSize: 50,
  pageSizeMax: 200,
  value: 200,
  changes: 20,
  exportPage: 500,
} as const

export const auditActions = [
  'signed_up',
  'signed_in',
  'signed_out',
  'sign_in_failed',
  'refresh_token_reused',
  'access_denied',
  'password_changed',
  'password_reset',
  'name_changed',
  'invited',
  'joined',
  'role_changed',
  'status_changed',
  'removed',
  'company_changed',
  'ai_model_changed',
  'project_created',
  'project_changed',
  'project_deleted',
  'widget_changed',
  'published',
  'answers_overridden',
  'answer_mode_changed',
  'answer_review_setting_changed',
  'answers_reviewed',
  'answer_taken_down',
  'restored',
  'auto_reply_enabled',
  'profile_changed',
  'prompt_changed',
  'knowledge_added',
  'knowledge_changed',
  'knowledge_embedded',
  'knowledge_deleted',
  'knowledge_erased',
  'source_added',
  'source_changed',
  'source_deleted',
  'source_run_started',
  'source_run_stopped',
  'source_pages_added',
  'source_pages_ignored',
  'source_pages_restored',
  'faq_added',
  'faq_changed',
  'faq_deleted',
  'faq_erased',
  'faqs_generated',
  'faqs_reordered',
  'faqs_toggled',
  'faqs_synced',
  'answer_test_added',
  'answer_test_changed',
  'answer_test_deleted',
  'origins_changed',
  'identity_secret_added',
  'identity_secret_removed',
  'api_key_added',
  'api_key_revoked',
  'webhook_added',
  'webhook_changed',
  'webhook_removed',
  'webhook_secret_rotated',
  'webhook_tested',
  'webhook_replayed',
  'retention_changed',
  'hours_changed',
  'visitors_erased',
  'conversation_exported',
  'conversations_exported',
  'audit_log_exported',
] as const
export const auditAction = z.enum(auditActions)
export type AuditAction = z.output<typeof auditAction>

/** A changed field with its old and new value, cut to `auditLimits.value` characters; empty text stands for no value. */
const auditChange = z.object({ field: z.string(), from: z.string(), to: z.string() })
export type AuditChange = z.output<typeof auditChange>

/** The object of the action, with its name at that time. */
export const auditSubject = z.object({
  kind: z.enum([
    'user',
    'company',
    'project',
    'api_key',
    'webhook',
    'prompt',
    'knowledge',
    'source',
    'faq',
    'answer_test',
    'conversation',
    'route',
  ]),
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
    permission: 'audit.read',
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
    permission: 'audit.read',
    query: z.object({ format: z.optional(z.enum(['csv', 'jsonl'])), ...filters }),
    download: 'application/octet-stream',
  },
})
