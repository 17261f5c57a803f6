import { authSentences, type passwordForm, type SignedIn } from '@aichat/contracts/company/auth'
import type * as z from 'zod/mini'
import type { App } from '../app.ts'
import { recordAuditEvent } from '../audit/store.ts'
import { getCompany } from '../companies/store.ts'
import type { Actor } from '../kit/http/caller.ts'
import { refuse } from '../kit/http/refusal.ts'
import { hashPassword, verifyPassword } from '../kit/security/passwords.ts'
import { endAccessOfUser } from '../users/end-access.ts'
import { endUserSignIns } from '../users/store.ts'
import type { PasswordThrottle } from './password-throttle.ts'
import { startSignIn } from './sign-ins.ts'
import { confirmLogin, findPasswordHash, setPassword } from './store.ts'

/**
 * Revokes all sign-ins of the user, including the current one, and starts a new one. Copies of the current tokens stop
 * working as well.
 */
export async function changePassword(
  app: Pick<App, 'callers' | 'clock' | 'db' | 'realtime' | 'tokens'>,
  throttle: PasswordThrottle,
  actor: Actor,
  { currentPassword, newPassword }: z.output<typeof passwordForm>,
): Promise<SignedIn> {
  const { companyId, userId, address } = actor
  // Separate from the login, where a caller without a token can exhaust the limits.
  const stored = await throttle.verify({ account: `password:${userId}`, address }, async () => {
    const hash = await app.db.company(companyId, (sql) => findPasswordHash(sql, userId))
    return (await verifyPassword(hash, currentPassword)) ? hash : null
  })
  if (stored === null) refuseWrongPassword()
  const passwordHash = await hashPassword(newPassword)
  const signedIn = await app.db.company(companyId, async (sql) => {
    if (!(await confirmLogin(sql, userId, stored))) refuseWrongPassword()
    const user = (await setPassword(sql, userId, passwordHash)) ?? refuseWrongPassword()
    await endUserSignIns(sql, userId)
    await recordAuditEvent(sql, actor, 'password_changed')
    const tokens = await startSignIn(app, sql, companyId, userId)
    return { tokens, data: { user, company: await getCompany(sql) } }
  })
  endAccessOfUser(app, userId)
  return signedIn
}

function refuseWrongPassword(): never {
  refuse(400, authSentences.wrongCurrentPassword, 'currentPassword')
}
