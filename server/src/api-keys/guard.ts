import type { ApiKey } from '@aichat/contracts/company/api-keys'
import { isId } from '../kit/db/db.ts'
import type { Guard } from '../kit/http/serve.ts'
import { findKey } from './store.ts'

/** Loads the key of :apiKeyId. */
export const requireApiKey: Guard<ApiKey> = (sql, { apiKeyId }) =>
  isId(apiKeyId) ? findKey(sql, apiKeyId) : null
