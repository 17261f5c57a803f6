import { createHash, randomBytes } from 'node:crypto'
import { apiKeyPrefix } from '@aichat/contracts/api-keys'

/** A new key, and what stays readable of it. Its 256 random bits need no slow hash. */
export function generateApiKey(): { key: string; prefix: string } {
  const prefix = `${apiKeyPrefix}${randomBytes(4).toString('hex')}`
  return { key: `${prefix}_${randomBytes(32).toString('base64url')}`, prefix }
}

export function hashApiKey(key: string): string {
  return createHash('sha256').update(key).digest('hex')
}
