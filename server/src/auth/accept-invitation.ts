import {
  authSentences,
  type joinForm,
  type PendingAccount,
  type SignedIn,
} from '@aichat/contracts/company/auth'
import type { User } from '@aichat/contracts/company/users'
import type * as z from 'zod/mini'
import type { App } from '../app.ts'
import { recordAuditEvent } from '../audit/store.ts'
import { getCompany } from '../companies/store.ts'
import { isUniqueViolation } from '../kit/db/db.ts'
import { notFound, refuse } from '../kit/http/refusal.ts'
import { hashPassword } from '../kit/security/passwords.ts'
import { hashToken } from '../kit/security/tokens.ts'
import { parseInvitationToken } from '../users/invitation-proof.ts'
import { addUser, consumeInvitation, findCompanyByInvitation, findInvitation } from '../users/store.ts'
import { requestConfirmation } from './email-confirmation.ts'
import { startSignIn } from './sign-ins.ts'
import { requireInvitations } from './signup-mode.ts'

type Invitation = Omit<User, 'id'> & { company: { name: string } }

/** Unknown, used and expired tokens all return 404. */
export async function getInvitation(
  app: Pick<App, 'clock' | 'db' | 'settings'>,
  presented: string,
): Promise<Invitation> {
  const { token } = parseInvitationToken(app.settings, presented)
  return (await loadInvitation(app, token)) ?? notFound()
}

/**
 * Creates the user of an invitation and signs them in. If the installation verifies addresses, a link that the inviting member
 * may have copied does not prove that the address belongs to the caller, who confirms it first.
 */
export async function acceptInvitation(
  app: Pick<App, 'clock' | 'db' | 'limits' | 'log' | 'mail' | 'settings' | 'tokens'>,
  presented: string,
  form: z.output<typeof joinForm>,
  address: string,
): Promise<SignedIn | PendingAccount> {
  const { token, isMailed } = parseInvitationToken(app.settings, presented)
  if (app.settings.verifiesEmail && !isMailed) {
    const { companyId, email } = (await loadInvitation(app, token)) ?? notFound()
    const account = { email, name: form.name, companyId, companyName: null, invitationToken: token }
    return requestConfirmation(app, account, { address, isKnownDevice: false })
  }
  const joined = await joinWithInvitation(app, token, form, address)
  if (joined === 'unusable') notFound()
  if (joined === 'taken') refuse(409, authSentences.emailTaken)
  return joined
}

/** `taken`: the email address got an account in another company. `unusable`: an unknown, used or expired token. */
export async function joinWithInvitation(
  app: Pick<App, 'clock' | 'db' | 'settings' | 'tokens'>,
  token: string,
  { name, password }: z.output<typeof joinForm>,
  address: string,
): Promise<SignedIn | 'taken' | 'unusable'> {
  requireInvitations(app)
  const tokenHash = hashToken(token)
  const companyId = await app.db.lookup((sql) => findCompanyByInvitation(sql, tokenHash))
  if (!companyId) return 'unusable'
  const passwordHash = await hashPassword(password)
  try {
    return await app.db.company(companyId, async (sql) => {
      const invited = await consumeInvitation(sql, tokenHash, new Date(app.clock.now()))
      if (!invited) return 'unusable'
      const user = { ...invited, name }
      await addUser(sql, { ...user, companyId, passwordHash })
      const subject = { kind: 'user' as const, id: user.id, name, to: user.role }
      await recordAuditEvent(sql, { companyId, userId: user.id, name, address }, 'joined', subject)
      const tokens = await startSignIn(app, sql, companyId, user.id)
      return { tokens, data: { user, company: await getCompany(sql) } }
    })
  } catch (error) {
    if (isUniqueViolation(error, 'users_normalized_email_key')) return 'taken'
    throw error
  }
}

async function loadInvitation(
  app: Pick<App, 'clock' | 'db' | 'settings'>,
  token: string,
): Promise<(Invitation & { companyId: string }) | null> {
  requireInvitations(app)
  const tokenHash = hashToken(token)
  const companyId = await app.db.lookup((sql) => findCompanyByInvitation(sql, tokenHash))
  if (!companyId) return null
  return app.db.company(companyId, async (sql) => {
    const found = await findInvitation(sql, tokenHash, new Date(app.clock.now()))
    return found && { ...found, companyId, company: await getCompany(sql) }
  })
}
