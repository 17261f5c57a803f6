import { authLimits, type PendingAccount } from '@aichat/contracts/company/auth'
import * as z from 'zod/mini'
import type { App } from '../app.ts'
import { nameInMail } from '../kit/mail/name-in-mail.ts'
import { createEncryption } from '../kit/security/encryption.ts'
import { findLogin } from '../users/store.ts'
import { mayMail } from './limit-mail.ts'

/** An account that is created when its owner confirms the email address. */
const unconfirmedAccount = z.object({
  purpose: z.literal('confirm-email'),
  expiresAt: z.number(),
  email: z.string(),
  name: z.string(),
  companyId: z.string(),
  /** The company to create; null when the account joins one with an invitation. */
  companyName: z.nullable(z.string()),
  invitationToken: z.nullable(z.string()),
  /** The time zone of the browser, as it was sent. */
  timeZone: z.optional(z.string()),
})
type UnconfirmedAccount = z.output<typeof unconfirmedAccount>
export type AccountRequest = Omit<UnconfirmedAccount, 'purpose' | 'expiresAt'>

/**
 * Mails a link that creates the account, or explains to the owner of an existing account what happened. The response is the
 * same for both, and does not wait for either. The link contains the account, so an unconfirmed one leaves no data. It contains
 * no password, because the caller who requested the account need not be the owner of the address.
 */
export function requestConfirmation(
  app: Pick<App, 'clock' | 'db' | 'limits' | 'log' | 'mail' | 'settings'>,
  account: AccountRequest,
  caller: { address: string; isKnownDevice: boolean },
): PendingAccount {
  mailConfirmation(app, account, caller).catch((error) =>
    app.log.error({ err: error }, 'failed to email a confirmation link'),
  )
  return { data: { confirmEmail: account.email } }
}

async function mailConfirmation(
  app: Pick<App, 'clock' | 'db' | 'limits' | 'mail' | 'settings'>,
  account: AccountRequest,
  caller: { address: string; isKnownDevice: boolean },
): Promise<void> {
  const { email } = account
  if (!(await mayMail(app, { kind: 'confirm', email, ...caller }))) return
  const existing = await app.db.lookup((sql) => findLogin(sql, email))
  const { publicUrl } = app.settings
  if (existing) app.mail.send(existingAccountMail(email, publicUrl))
  else app.mail.send(confirmationMail(account, `${publicUrl}/confirm-email#${createLinkToken(app, account)}`))
}

function createLinkToken(
  { settings, clock }: Pick<App, 'clock' | 'settings'>,
  account: AccountRequest,
): string {
  const unconfirmed: UnconfirmedAccount = {
    ...account,
    purpose: 'confirm-email',
    expiresAt: clock.now() + authLimits.confirmationHours * 3_600_000,
  }
  return createEncryption(settings).encrypt(JSON.stringify(unconfirmed))
}

/** Null for anything but a link of this installation that has not expired. */
export function readConfirmation(
  { settings, clock }: Pick<App, 'settings' | 'clock'>,
  token: string,
): AccountRequest | null {
  try {
    const decrypted: unknown = JSON.parse(createEncryption(settings).decrypt(token))
    const { data } = z.safeParse(unconfirmedAccount, decrypted)
    return data && data.expiresAt > clock.now() ? data : null
  } catch {
    return null // modified, or not created by this installation
  }
}

function confirmationMail({ email, companyName }: AccountRequest, link: string) {
  const account = companyName === null ? 'your account' : `your account for ${nameInMail(companyName)}`
  return {
    to: email,
    subject: 'Confirm your email address',
    text: [
      `Confirm your email address to create ${account} on AI Chat Platform.`,
      `The link can be used once and expires in ${authLimits.confirmationHours} hours:`,
      link,
      'If you did not request this, you can ignore this email. No account is created.',
    ].join('\n\n'),
  }
}

function existingAccountMail(to: string, publicUrl: string) {
  return {
    to,
    subject: 'You already have an account',
    text: [
      'We received a request to create an account with this email address on AI Chat Platform. You already have one.',
      `Sign in: ${publicUrl}/login`,
      `Forgot your password? Reset it: ${publicUrl}/forgot-password`,
      'If you did not request this, you can ignore this email. Your account stays the same.',
    ].join('\n\n'),
  }
}
