import * as z from 'zod/mini'
import { id, time } from '../kit/common.ts'
import { routes } from '../kit/route.ts'

export const identityLimits = { secrets: 2, token: 4000, externalId: 200 } as const

export const identitySentences = {
  tooMany: 'You can have up to two secrets. Delete the older one first.',
  loadFailed: 'Failed to load the secrets',
  addFailed: 'Failed to create a secret',
  removeFailed: 'Failed to remove the secret',
} as const

/** A secret without its value, which is only returned on creation. `ending` is its last characters. */
export const identitySecret = z.object({
  id,
  ending: z.string(),
  createdAt: time,
  /** Accurate to one hour. */
  lastUsedAt: z.nullable(time),
})
export type IdentitySecret = z.output<typeof identitySecret>

const secrets = z.array(identitySecret)

export const identityRoutes = routes({
  list: {
    method: 'GET',
    path: '/api/projects/:projectId/identity-secrets',
    summary: 'List identity verification secrets',
    access: { permission: 'identity.manage', rateLimit: 'none', audit: 'none' },
    response: z.object({ secrets }),
  },
  add: {
    method: 'POST',
    path: '/api/projects/:projectId/identity-secrets',
    summary: 'Create an identity verification secret; its value is only returned once',
    access: { permission: 'identity.manage', rateLimit: 'none', audit: ['identity_secret_added'] },
    status: 201,
    response: z.object({ secret: z.string(), secrets }),
  },
  remove: {
    method: 'DELETE',
    path: '/api/projects/:projectId/identity-secrets/:secretId',
    summary: 'Delete an identity verification secret; tokens signed with it are no longer accepted',
    access: { permission: 'identity.manage', rateLimit: 'none', audit: ['identity_secret_removed'] },
    response: z.object({ secrets }),
  },
})
