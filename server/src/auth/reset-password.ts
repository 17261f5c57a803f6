import { authLimits, authSentences } from '@aichat/contracts/company/auth'
import type { App } from '../app.ts'
import { recordAuditEvent } from '../audit/store.ts'
import { refuse } from '../kit/http/refusal.ts'
import { hashPassword } from '../kit/security/passwords.ts'
import { hashToken, newOpaqueToken } from '../kit/security/tokens.ts'
import { endAccessOfUser } from '../users/end-access.ts'
import { endUserSignIns, findLogin, normalizeEmail } from '../users/store.ts'
import { mayMail } from './limit-mail.ts'
import type { PasswordThrottle } from './password-throttle.ts'
import { addPasswordReset, consumePasswordReset, findCompanyByReset, setPassword } from './store.ts'

/** Emails a reset link to an active user. Do not await it: its duration reveals whether the account exists. */
export async function sendPasswordReset(
  app: Pick<App, 'clock' | 'db' | 'limits' | 'log' | 'mail' | 'settings'>,
  email: string,
  caller: { address: string; isKnownDevice: boolean },
): Promise<void> {
  if (!app.mail.isConfigured) {
    app.log.warn('password reset requested, but mail is not configured: set SMTP_URL')
    return
  }
  const found = await app.db.lookup((sql) => findLogin(sql, email))
  if (found?.status !== 'active') return
  if (!(await mayMail(app, { kind: 'reset', email, ...caller }))) return
  const token = newOpaqueToken('reset')
  const now = app.clock.now()
  await app.db.company(found.companyId, (sql) =>
    addPasswordReset(sql, {
      companyId: found.companyId,
      userId: found.id,
      tokenHash: hashToken(token),
      now: new Date(now),
      expiresAt: new Date(now + authLimits.resetMinutes * 60_000),
    }),
  )
  app.mail.send(resetEmail(email, `${app.settings.publicUrl}/reset-password/${token}`))
}

function resetEmail(to: string, link: string) {
  return {
    to,
    subject: 'Reset your password',
    text: [
      'We received a request to reset your password on AI Chat Platform.',
      `Choose a new password here. The link can be used once and expires in ${authLimits.resetMinutes} minutes:`,
      link,
      'If you did not request this, you can ignore this email. Your password stays the same.',
    ].join('\n\n'),
  }
}

/** Sets a new password with the token of a reset link and revokes all sign-ins of the user. */
export async function resetPassword(
  app: Pick<App, 'callers' | 'clock' | 'db' | 'realtime'>,
  throttle: PasswordThrottle,
  { token, password }: { token: string; password: string },
  address: string,
): Promise<void> {
  const tokenHash = hashToken(token)
  const companyId = (await app.db.lookup((sql) => findCompanyByReset(sql, tokenHash))) ?? refuseExpiredLink()
  const passwordHash = await hashPassword(password)
  const user = await app.db.company(companyId, async (sql) => {
    const userId =
      (await consumePasswordReset(sql, tokenHash, new Date(app.clock.now()))) ?? refuseExpiredLink()
    const user = (await setPassword(sql, userId, passwordHash)) ?? refuseExpiredLink()
    await endUserSignIns(sql, userId)
    await recordAuditEvent(sql, { companyId, userId, name: user.name, address }, 'password_reset')
    return user
  })
  endAccessOfUser(app, user.id)
  // A user who forgot the password has probably exhausted the limit at this address.
  await throttle.clear(normalizeEmail(user.email), address)
}

function refuseExpiredLink(): never {
  refuse(400, authSentences.expiredLink, 'token')
}
