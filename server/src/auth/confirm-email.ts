import { authSentences, type SignedIn } from '@aichat/contracts/company/auth'
import type { App } from '../app.ts'
import { refuse } from '../kit/http/refusal.ts'
import { joinWithInvitation } from './accept-invitation.ts'
import { readConfirmation } from './email-confirmation.ts'
import { createCompany } from './sign-up.ts'
import { requireOpenSignup } from './signup-mode.ts'

/**
 * Creates the account of a confirmation link. The password is chosen here, by a person who reads the mail of that address. The
 * link can be used once, because its company or invitation exists once.
 */
export async function confirmEmail(
  app: Pick<App, 'clock' | 'db' | 'settings' | 'tokens'>,
  { token, password }: { token: string; password: string },
  address: string,
): Promise<SignedIn> {
  const account = readConfirmation(app, token) ?? refuseExpiredLink()
  const { companyId, companyName, timeZone, invitationToken, name, email } = account
  if (companyName !== null) {
    await requireOpenSignup(app)
    const company = { companyId, companyName, timeZone, name, email, password }
    return (await createCompany(app, company, address)) ?? refuseExpiredLink()
  }
  const joined = await joinWithInvitation(app, invitationToken ?? '', { name, password }, address)
  return joined === 'taken' || joined === 'unusable' ? refuseExpiredLink() : joined
}

function refuseExpiredLink(): never {
  refuse(400, authSentences.expiredLink, 'token')
}
