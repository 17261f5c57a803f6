import { createHash } from 'node:crypto'
import { type Language, languageCodes } from '@aichat/contracts/kit/languages'
import { isId } from '../kit/db/db.ts'
import { type AppSecrets, createSigner } from '../kit/security/derived-keys.ts'

const purpose = 'email-unsubscribe'

/** `language` is that of the email, for the page that confirms. */
export type Unsubscription = { companyId: string; addressHash: string; language: Language }

/** Identifies an address within a company without storing it. Upper and lower case are the same address. */
export function hashAddress(companyId: string, address: string): string {
  return createHash('sha256').update(`${companyId} ${address.trim().toLowerCase()}`).digest('base64url')
}

/** Nothing but unsubscribing is possible with the token, so it does not expire. */
export function createUnsubscribeToken(
  secrets: AppSecrets,
  { companyId, addressHash, language }: Unsubscription,
): string {
  const subject = `${companyId}.${addressHash}.${language}`
  return `${subject}.${createSigner(secrets, purpose).sign(subject)}`
}

/** Null for a token that this installation has not created. */
export function readUnsubscribeToken(secrets: AppSecrets, token: string): Unsubscription | null {
  const [companyId = '', addressHash = '', code = '', signature = ''] = token.split('.')
  const language = languageCodes.find((known) => known === code)
  const isValid = createSigner(secrets, purpose).verify(`${companyId}.${addressHash}.${code}`, signature)
  return isValid && isId(companyId) && language ? { companyId, addressHash, language } : null
}
