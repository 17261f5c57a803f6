import { createHash, randomBytes } from 'node:crypto'
import { apiKeyPrefix } from '@aichat/contracts/company/api-keys'

/** Generates a key and its visible prefix. With 256 random bits, a fast hash is enough to store it. */
export function generateApiKey(): { key: string; prefix: string } {
  const prefix = `${apiKeyPrefix}${randomBytes(4).toString('hex')}`
  return { key: `${prefix}_${randomBytes(32).toString('base64url')}`, prefix }
}

export function hashApiKey(key: string): string {
  return createHash('sha256').update(key).digest('hex')
}
