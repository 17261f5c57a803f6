import { authSentences, type loginForm, type SignedIn } from '@aichat/contracts/auth'
import type * as z from 'zod/mini'
import type { App } from '../app.ts'
import { record } from '../audit/store.ts'
import { companyOf } from '../companies/store.ts'
import { Refusal } from '../kit/http/refusal.ts'
import { passwordMatches } from '../kit/security/passwords.ts'
import { emailKey, findUser, type Login, loginOf } from '../users/store.ts'
import { startSignIn } from './sign-ins.ts'
import { enter } from './store.ts'

/** The same words and the same work for an unknown address, a wrong password and a disabled account. */
export async function login(
  app: App,
  { email, password }: z.output<typeof loginForm>,
  address: string,
): Promise<SignedIn> {
  const account = emailKey(email)
  await app.limits.consume('loginAccount', account)
  const found = await app.db.lookup((sql) => loginOf(sql, email))
  const matches = await passwordMatches(found?.passwordHash ?? null, password)
  if (found && !(matches && found.status === 'active')) {
    // Not awaited: a known address must not take longer than an unknown one.
    recordFailure(app, found, address).catch((error) => app.log.error({ err: error }, 'audit'))
    wrong()
  }
  if (!found) wrong()
  await app.limits.clear('loginAccount', account)
  const { companyId, id: userId, passwordHash } = found
  return app.db.company(companyId, async (sql) => {
    const user = (await enter(sql, userId, passwordHash)) ?? wrong()
    await record(sql, { companyId, userId, name: user.name, address }, 'signed_in')
    const tokens = await startSignIn(app, sql, companyId, userId)
    return { tokens, data: { user, company: await companyOf(sql) } }
  })
}

/** Names the account, which is not to say that its person tried. */
function recordFailure({ db }: App, { id, companyId }: Login, address: string): Promise<void> {
  return db.company(companyId, async (sql) => {
    const user = await findUser(sql, id)
    if (user) await record(sql, { companyId, userId: id, name: user.name, address }, 'sign_in_failed')
  })
}

function wrong(): never {
  throw new Refusal(401, authSentences.wrongCredentials, 'wrong_credentials')
}
