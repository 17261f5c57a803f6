import * as z from 'zod/mini'
import { id, requiredLine, time } from '../kit/common.ts'
import type { RateLimit } from '../kit/rate-limit.ts'
import { routes } from '../kit/route.ts'
import { apiScope, apiScopes } from './scopes.ts'

export const apiKeyLimits = { name: 60, maxPerCompany: 50, perMinute: 600 } as const

/** Every key starts with this, so that secret scanners recognize a leaked key. */
export const apiKeyPrefix = 'aichat_'

export const apiKeySentences = {
  name: 'Enter a name for the key',
  scopes: 'Choose at least one permission',
  tooMany: 'You can have up to 50 API keys. Revoke one first.',
  loadFailed: 'Failed to load API keys',
  addFailed: 'Failed to create the key',
  removeFailed: 'Failed to revoke the key',
} as const

/** A key without its secret, which is only returned on creation. */
export const apiKey = z.object({
  id,
  name: z.string(),
  /** The first characters of the key, like `aichat_1a2b3c4d`. */
  prefix: z.string(),
  scopes: z.array(apiScope),
  createdBy: z.string(),
  createdAt: time,
  /** Accurate to one minute. */
  lastUsedAt: z.nullable(time),
})
export type ApiKey = z.output<typeof apiKey>

const keys = z.array(apiKey)

export const apiKeyRateLimits = {
  apiKey: { name: 'apiKey', points: apiKeyLimits.perMinute, seconds: 60 },
} as const satisfies Record<string, RateLimit>

export const apiKeyRoutes = routes({
  list: {
    method: 'GET',
    path: '/api/api-keys',
    summary: 'List API keys, newest first',
    access: { permission: 'api_keys.manage', rateLimit: 'none', audit: 'none' },
    response: z.object({ keys }),
  },
  add: {
    method: 'POST',
    path: '/api/api-keys',
    summary: 'Create an API key; its secret is only returned once',
    access: { permission: 'api_keys.manage', rateLimit: 'none', audit: ['api_key_added'] },
    body: z.object({
      name: requiredLine(apiKeyLimits.name, apiKeySentences.name),
      scopes: z
        .array(apiScope, apiKeySentences.scopes)
        .check(z.minLength(1, apiKeySentences.scopes), z.maxLength(apiScopes.length, apiKeySentences.scopes)),
    }),
    status: 201,
    response: z.object({ key: z.string(), keys }),
  },
  remove: {
    method: 'DELETE',
    path: '/api/api-keys/:apiKeyId',
    summary: 'Revoke an API key',
    access: { permission: 'api_keys.manage', rateLimit: 'none', audit: ['api_key_revoked'] },
    response: z.object({ keys }),
  },
})
