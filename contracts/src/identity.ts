import * as z from 'zod/mini'
import { id, time } from './common.ts'
import { routes } from './route.ts'

export const identityLimits = { secrets: 2, token: 4000, externalId: 200 } as const

export const identitySentences = {
  tooMany: 'There are two secrets already. Remove the older one first.',
  loadFailed: 'Failed to load the secrets',
  addFailed: 'Failed to create a secret',
  removeFailed: 'Failed to remove the secret',
} as const

/** A secret that is known by its last characters alone. */
export const identitySecret = z.object({
  id,
  ending: z.string(),
  createdAt: time,
  /** To the hour. */
  lastUsedAt: z.nullable(time),
})
export type IdentitySecret = z.output<typeof identitySecret>

const secrets = z.array(identitySecret)

export const identityRoutes = routes({
  list: {
    method: 'GET',
    path: '/api/projects/:projectId/identity-secrets',
    summary: 'The secrets with which the website signs who its visitors are',
    access: 'admin',
    response: z.object({ secrets }),
  },
  add: {
    method: 'POST',
    path: '/api/projects/:projectId/identity-secrets',
    summary: 'Make a secret; it is answered this once, and never again',
    access: 'admin',
    status: 201,
    response: z.object({ secret: z.string(), secrets }),
  },
  remove: {
    method: 'DELETE',
    path: '/api/projects/:projectId/identity-secrets/:secretId',
    summary: 'Remove a secret: tokens that were signed with it are good no longer',
    access: 'admin',
    response: z.object({ secrets }),
  },
})
