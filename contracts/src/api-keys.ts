import * as z from 'zod/mini'
import { id, requiredText, time } from './common.ts'
import { routes } from './route.ts'
import { apiScope, apiScopes } from './scopes.ts'

export const apiKeyLimits = { name: 60, perCompany: 50, perMinute: 600 } as const

/** Every key begins with it, so that one that leaks is recognised. */
export const apiKeyPrefix = 'aichat_'

export const apiKeySentences = {
  name: 'Say what the key is for',
  scopes: 'Choose at least one thing that the key may do',
  tooMany: 'A company can have 50 keys at most. Revoke one first.',
  loadFailed: 'Failed to load the keys',
  addFailed: 'Failed to create the key',
  removeFailed: 'Failed to revoke the key',
} as const

/** A key that is known by its beginning alone. */
export const apiKey = z.object({
  id,
  name: z.string(),
  /** What every use of it shows, like `aichat_1a2b3c4d`. */
  prefix: z.string(),
  scopes: z.array(apiScope),
  createdBy: z.string(),
  createdAt: time,
  /** To the minute. */
  lastUsedAt: z.nullable(time),
})
export type ApiKey = z.output<typeof apiKey>

const keys = z.array(apiKey)

export const apiKeyRoutes = routes({
  list: {
    method: 'GET',
    path: '/api/api-keys',
    summary: 'Keys with which programs of the company call this API, newest first',
    access: 'admin',
    response: z.object({ keys }),
  },
  add: {
    method: 'POST',
    path: '/api/api-keys',
    summary: 'Make a key; it is answered this once, and never again',
    access: 'admin',
    body: z.object({
      name: requiredText(apiKeyLimits.name, apiKeySentences.name),
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
    summary: 'Revoke a key: whoever has it is refused from now on',
    access: 'admin',
    response: z.object({ keys }),
  },
})
