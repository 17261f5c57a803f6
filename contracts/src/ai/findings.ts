import * as z from 'zod/mini'
import { id, positiveInteger, time } from '../kit/common.ts'
import { routes } from '../kit/route.ts'

export const findingLimits = {
  /** Findings of one kind that are stored for a project. */
  perKind: 500,
  pageSize: 50,
  pageSizeMax: 200,
} as const

export const findingSentences = {
  loadFailed: 'Failed to load knowledge issues',
  changeFailed: 'Failed to update the issue',
  isDismissed: 'isDismissed must be true or false',
} as const

export const findingKinds = ['contradiction', 'duplicate', 'past_date', 'failed_refresh'] as const
export const findingKind = z.enum(
  findingKinds,
  'Choose contradiction, duplicate, past_date or failed_refresh',
)
export type FindingKind = z.output<typeof findingKind>

export const findingPassage = z.object({
  itemId: id,
  /** The present title of the item. */
  title: z.string(),
  headings: z.array(z.string()),
  /** The sentence, the start of a duplicate passage, or why a page could not be read. */
  quote: z.string(),
  /** The parts of the quote that matter, such as a figure. `end` is the index after the last character. */
  highlights: z.array(z.object({ start: z.int(), end: z.int() })),
})
export type FindingPassage = z.output<typeof findingPassage>

export const finding = z.object({
  id,
  kind: findingKind,
  /** Two passages for contradictions and duplicates, else one. */
  passages: z.array(findingPassage),
  foundAt: time,
  /** Stays dismissed while the sentences do not change. */
  dismissedAt: z.nullable(time),
})
export type Finding = z.output<typeof finding>

const counts = z.object({
  contradiction: z.int(),
  duplicate: z.int(),
  past_date: z.int(),
  failed_refresh: z.int(),
  dismissed: z.int(),
})
export type FindingCounts = z.output<typeof counts>

export const findingList = z.object({
  findings: z.array(finding),
  /** Of open findings by kind, and of dismissed ones. */
  counts,
  /** When the knowledge was last inspected; null before the first time. */
  inspectedAt: z.nullable(time),
  nextCursor: z.nullable(z.string()),
})
export type FindingList = z.output<typeof findingList>

const collection = '/api/projects/:projectId/agent/findings'

export const findingRoutes = routes({
  list: {
    method: 'GET',
    path: collection,
    summary:
      'List what to check in the knowledge: contradicting figures, duplicates, passed dates, pages that failed to refresh',
    access: { permission: 'knowledge.read', rateLimit: 'none', audit: 'none' },
    scope: 'knowledge:read',
    query: z.object({
      kind: z.optional(findingKind),
      status: z.optional(z.enum(['open', 'dismissed'], 'Choose open or dismissed')),
      cursor: z.optional(z.string().check(z.maxLength(200))),
      limit: z.optional(positiveInteger(findingLimits.pageSizeMax)),
    }),
    response: findingList,
  },
  update: {
    method: 'PATCH',
    path: `${collection}/:findingId`,
    summary: 'Dismiss a finding, or reopen it',
    access: { permission: 'knowledge.edit', rateLimit: 'none', audit: 'none' },
    scope: 'knowledge:write',
    body: z.object({ isDismissed: z.boolean(findingSentences.isDismissed) }),
    response: finding,
  },
})
