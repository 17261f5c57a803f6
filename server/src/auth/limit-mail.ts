import { authRateLimits } from '@aichat/contracts/company/auth'
import type { App } from '../app.ts'
import { networkOf } from '../kit/http/rate-limits.ts'
import { normalizeEmail } from '../users/store.ts'

type RequestedMail = { kind: string; email: string; address: string; isKnownDevice: boolean }

/**
 * Whether an unauthenticated caller may cause another mail to this email address. Others can neither flood the owner of the
 * address nor prevent that a mail reaches them: beyond the limit over all addresses, one mail in ten minutes is still sent, and
 * a device that has signed in to the account has only its own limit.
 */
export async function mayMail(
  { limits }: Pick<App, 'limits'>,
  { kind, email, address, isKnownDevice }: RequestedMail,
): Promise<boolean> {
  const account = `${kind} ${normalizeEmail(email)}`
  if (!(await limits.tryConsume(authRateLimits.mailAccountAddress, `${account} ${networkOf(address)}`)))
    return false
  if (isKnownDevice || (await limits.tryConsume(authRateLimits.mailAccount, account))) return true
  return limits.tryConsume(authRateLimits.mailAccountReserve, account)
}
