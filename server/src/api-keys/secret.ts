import { createHash, randomBytes } from 'node:crypto'
import { apiKeyMark } from '@aichat/contracts/api-keys'

/** A new key, and what stays readable of it. Its 256 random bits need no slow hash. */
export function newApiKey(): { key: string; prefix: string } {
  const prefix = `${apiKeyMark}${randomBytes(4).toString('hex')}`
  return { key: `${prefix}_${randomBytes(32).toString('base64url')}`, prefix }
}

export function hashOfKey(key: string): string {
  return createHash('sha256').update(key).digest('hex')
}
