import { authSentences, type loginForm, type SignedIn } from '@aichat/contracts/company/auth'
import type * as z from 'zod/mini'
import type { App } from '../app.ts'
import { recordAuditEvent } from '../audit/store.ts'
import { getCompany } from '../companies/store.ts'
import { Refusal } from '../kit/http/refusal.ts'
import { verifyPassword } from '../kit/security/passwords.ts'
import { findLogin, findUser, type Login, normalizeEmail } from '../users/store.ts'
import type { PasswordThrottle } from './password-throttle.ts'
import { startSignIn } from './sign-ins.ts'
import { confirmLogin } from './store.ts'

/** An unknown address, a wrong password and a disabled account get the same response after the same work. */
export async function login(
  app: Pick<App, 'clock' | 'db' | 'log' | 'tokens'>,
  throttle: PasswordThrottle,
  { email, password }: z.output<typeof loginForm>,
  { address, isKnownDevice }: { address: string; isKnownDevice: boolean },
): Promise<SignedIn> {
  const account = normalizeEmail(email)
  const guess = { account, address, countsForAddress: true, isKnownDevice }
  const found = await throttle.verify(guess, () => checkCredentials(app, email, password, address))
  if (!found) refuseCredentials()
  const { companyId, id: userId, passwordHash } = found
  return app.db.company(companyId, async (sql) => {
    const user = (await confirmLogin(sql, userId, passwordHash)) ?? refuseCredentials()
    await recordAuditEvent(sql, { companyId, userId, name: user.name, address }, 'signed_in')
    const tokens = await startSignIn(app, sql, companyId, userId)
    return { tokens, data: { user, company: await getCompany(sql) } }
  })
}

async function checkCredentials(
  app: Pick<App, 'db' | 'log'>,
  email: string,
  password: string,
  address: string,
): Promise<Login | null> {
  const found = await app.db.lookup((sql) => findLogin(sql, email))
  const matches = await verifyPassword(found?.passwordHash ?? null, password)
  if (!found || (matches && found.status === 'active')) return found
  // Not awaited, so that the response time does not reveal whether the address has an account.
  recordFailure(app, found, address).catch((error) =>
    app.log.error({ err: error }, 'failed to record a failed sign-in'),
  )
  return null
}

/** Records the account that was tried; the attempt may come from anybody. */
function recordFailure({ db }: Pick<App, 'db'>, { id, companyId }: Login, address: string): Promise<void> {
  return db.company(companyId, async (sql) => {
    const user = await findUser(sql, id)
    if (user)
      await recordAuditEvent(sql, { companyId, userId: id, name: user.name, address }, 'sign_in_failed')
  })
}

function refuseCredentials(): never {
  throw new Refusal(401, authSentences.wrongCredentials, 'wrong_credentials')
}
