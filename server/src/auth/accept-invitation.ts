import { authSentences, type joinForm, type SignedIn } from '@aichat/contracts/auth'
import type { User } from '@aichat/contracts/users'
import type * as z from 'zod/mini'
import type { App } from '../app.ts'
import { recordAuditEvent } from '../audit/store.ts'
import { getCompany } from '../companies/store.ts'
import { isUniqueViolation } from '../kit/db/db.ts'
import { notFound, refuse } from '../kit/http/refusal.ts'
import { hashPassword } from '../kit/security/passwords.ts'
import { hashToken } from '../kit/security/tokens.ts'
import { addUser, consumeInvitation, findCompanyByInvitation, findInvitation } from '../users/store.ts'
import { startSignIn } from './sign-ins.ts'

type Invitation = Omit<User, 'id'> & { company: { name: string } }

/** Unknown, used and expired tokens all return 404. */
export async function getInvitation(app: App, token: string): Promise<Invitation> {
  const { companyId, tokenHash } = await resolveToken(app, token)
  return app.db.company(companyId, async (sql) => {
    const found = (await findInvitation(sql, tokenHash, new Date(app.clock.now()))) ?? notFound()
    return { ...found, company: await getCompany(sql) }
  })
}

/** Creates the user of an invitation and signs them in. */
export async function acceptInvitation(
  app: App,
  token: string,
  { name, password }: z.output<typeof joinForm>,
  address: string,
): Promise<SignedIn> {
  const { companyId, tokenHash } = await resolveToken(app, token)
  const passwordHash = await hashPassword(password)
  try {
    return await app.db.company(companyId, async (sql) => {
      const invited = (await consumeInvitation(sql, tokenHash, new Date(app.clock.now()))) ?? notFound()
      const user = { ...invited, name }
      await addUser(sql, { ...user, companyId, passwordHash })
      const subject = { kind: 'user' as const, id: user.id, name, to: user.role }
      await recordAuditEvent(sql, { companyId, userId: user.id, name, address }, 'joined', subject)
      const tokens = await startSignIn(app, sql, companyId, user.id)
      return { tokens, data: { user, company: await getCompany(sql) } }
    })
  } catch (error) {
    // The email address got an account in another company after the invitation was sent.
    if (isUniqueViolation(error, 'users_normalized_email_key')) refuse(409, authSentences.emailTaken)
    throw error
  }
}

async function resolveToken(app: App, token: string): Promise<{ companyId: string; tokenHash: string }> {
  const tokenHash = hashToken(token)
  const companyId = (await app.db.lookup((sql) => findCompanyByInvitation(sql, tokenHash))) ?? notFound()
  return { companyId, tokenHash }
}
