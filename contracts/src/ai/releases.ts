import * as z from 'zod/mini'
import { project } from '../company/projects.ts'
import { id, positiveInteger, time } from '../kit/common.ts'
import { routes } from '../kit/route.ts'
import { widgetConfig, widgetContent } from '../widget/widget.ts'
import { overrideReason } from './answer-sets.ts'

export const releaseLimits = { pageSize: 20 } as const

export const release = z.object({
  number: z.int(),
  createdAt: time,
  /** Null when the user was removed from the company. */
  createdBy: z.nullable(z.object({ id, name: z.string() })),
  config: widgetContent,
  /** Whether the answers of this release were stored, so that restoring it brings them back. */
  hasAnswers: z.boolean(),
})
export type Release = z.output<typeof release>

export const releaseRoutes = routes({
  publish: {
    method: 'POST',
    path: '/api/projects/:projectId/publish',
    summary: 'Publish the draft as the next release',
    access: { permission: 'projects.publish', rateLimit: 'none', audit: ['published', 'answers_overridden'] },
    /** `override` publishes answers although their tests fail. */
    body: z.nullish(z.object({ override: z.nullish(z.object({ reason: overrideReason })) })),
    response: z.object({ project, embedCode: z.string() }),
  },
  embedCode: {
    method: 'GET',
    path: '/api/projects/:projectId/embed-code',
    summary: 'Retrieve the embed code of a project',
    access: { permission: 'projects.read', rateLimit: 'none', audit: 'none' },
    response: z.object({ embedCode: z.string() }),
  },
  list: {
    method: 'GET',
    path: '/api/projects/:projectId/releases',
    summary: 'List releases, newest first',
    access: { permission: 'projects.read', rateLimit: 'none', audit: 'none' },
    query: z.object({ before: z.optional(positiveInteger(2 ** 31 - 1)) }),
    response: z.object({ releases: z.array(release), hasMore: z.boolean() }),
  },
  restore: {
    method: 'POST',
    path: '/api/projects/:projectId/releases/:number/restore',
    summary: 'Restore a release into the draft, without publishing it',
    access: { permission: 'projects.publish', rateLimit: 'none', audit: ['restored'] },
    /** `removed` are the ids of deleted knowledge items and FAQs of the release that come back. */
    body: z.nullish(z.object({ removed: z.optional(z.array(z.string()).check(z.maxLength(10_000))) })),
    response: widgetConfig,
  },
})
