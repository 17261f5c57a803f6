import { isId } from '../../kit/db/db.ts'
import { type AppSecrets, createSigner } from '../../kit/security/derived-keys.ts'
import type { Subscription } from './subscription-store.ts'

const purpose = 'report-unsubscribe'

/** Nothing but unsubscribing is possible with the token, so it does not expire. */
export function createUnsubscribeToken(secrets: AppSecrets, { companyId, userId }: Subscription): string {
  const subject = `${companyId}.${userId}`
  return `${subject}.${createSigner(secrets, purpose).sign(subject)}`
}

/** Null for a token that this installation has not created. */
export function readUnsubscribeToken(secrets: AppSecrets, token: string): Subscription | null {
  const [companyId = '', userId = '', signature = ''] = token.split('.')
  const isValid = createSigner(secrets, purpose).verify(`${companyId}.${userId}`, signature)
  return isValid && isId(companyId) && isId(userId) ? { companyId, userId } : null
}
