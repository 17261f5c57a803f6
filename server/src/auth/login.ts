import { authSentences, type loginForm, type SignedIn } from '@aichat/contracts/auth'
import type * as z from 'zod/mini'
import type { App } from '../app.ts'
import { companyOf } from '../companies/store.ts'
import { Refusal } from '../kit/errors.ts'
import { passwordMatches } from '../kit/passwords.ts'
import { emailKey, findUser, loginOf, markSeen } from '../users/store.ts'
import { startSignIn } from './sign-ins.ts'

/** The same words and the same work for an unknown address, a wrong password and a disabled account. */
export async function login(app: App, { email, password }: z.output<typeof loginForm>): Promise<SignedIn> {
  const account = emailKey(email)
  await app.limits.take('loginAccount', account)
  const found = await app.db.lookup((sql) => loginOf(sql, email))
  const matches = await passwordMatches(found?.passwordHash ?? null, password)
  if (!found || !matches || found.status !== 'active') wrong()
  await app.limits.clear('loginAccount', account)
  return app.db.company(found.companyId, async (sql) => {
    const user = (await findUser(sql, found.id)) ?? wrong()
    await markSeen(sql, user.id)
    const tokens = await startSignIn(app, sql, found.companyId, user.id)
    return { tokens, data: { user, company: await companyOf(sql) } }
  })
}

function wrong(): never {
  throw new Refusal(401, authSentences.wrongCredentials, 'wrong_credentials')
}
