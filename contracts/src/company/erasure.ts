import * as z from 'zod/mini'
import { emailAddress, id } from '../kit/common.ts'
import { routes } from '../kit/route.ts'

export const retentionLimits = { minDays: 1, maxDays: 3650 } as const

export const erasureSentences = {
  days: 'Choose 1 to 3650 days, or forever',
  loadFailed: 'Failed to load the retention period',
  saveFailed: 'Failed to save the retention period',
  eraseFailed: 'Failed to erase the data',
  none: 'No visitor with this email address was found.',
} as const

/** Null keeps conversations forever. */
const retention = z.object({
  retentionDays: z.nullable(
    z
      .int(erasureSentences.days)
      .check(
        z.minimum(retentionLimits.minDays, erasureSentences.days),
        z.maximum(retentionLimits.maxDays, erasureSentences.days),
      ),
  ),
})

const projectRetention = z.object({ id, name: z.string(), retentionDays: z.nullable(z.int()) })
export type ProjectRetention = z.output<typeof projectRetention>

/** The number of erased records. */
const erased = z.object({ visitors: z.int(), conversations: z.int() })
export type Erased = z.output<typeof erased>

export const erasureRoutes = routes({
  retention: {
    method: 'GET',
    path: '/api/retention',
    summary: 'List the retention period of each project; null keeps conversations forever',
    access: { permission: 'retention.manage', rateLimit: 'none', audit: 'none' },
    response: z.object({ projects: z.array(projectRetention) }),
  },
  setRetention: {
    method: 'PUT',
    path: '/api/projects/:projectId/retention',
    summary: 'Set the retention period of a project; expired conversations are deleted within an hour',
    access: { permission: 'retention.manage', rateLimit: 'none', audit: ['retention_changed'] },
    body: retention,
    response: retention,
  },
  eraseByEmail: {
    method: 'POST',
    path: '/api/visitors/erase',
    summary: 'Erase all visitors with an email address, in all projects, with their conversations',
    access: { permission: 'visitors.erase', rateLimit: 'none', audit: ['visitors_erased'] },
    body: z.object({ email: emailAddress }),
    response: erased,
  },
  eraseVisitor: {
    method: 'DELETE',
    path: '/api/sessions/:sessionId/visitor',
    summary: 'Erase the visitor of a conversation, with all their conversations in the project',
    access: { permission: 'visitors.erase', rateLimit: 'none', audit: ['visitors_erased'] },
    response: erased,
  },
})
