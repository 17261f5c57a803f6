import { type authRoutes, authSentences, type SignedIn } from '@aichat/contracts/company/auth'
import { isTimeZone } from '@aichat/contracts/kit/time-zones'
import type * as z from 'zod/mini'
import type { App } from '../app.ts'
import { recordAuditEvent } from '../audit/store.ts'
import { addCompany, getCompany } from '../companies/store.ts'
import { isUniqueViolation } from '../kit/db/db.ts'
import { newId, newPublicKey } from '../kit/db/ids.ts'
import { refuse } from '../kit/http/refusal.ts'
import { hashPassword } from '../kit/security/passwords.ts'
import { addUser, findLogin } from '../users/store.ts'
import { startSignIn } from './sign-ins.ts'

/** Creates a company and its Owner. Without verified addresses, the response reveals whether an address has an account. */
export async function signUp(
  app: Pick<App, 'clock' | 'db' | 'tokens'>,
  form: Omit<NewCompany, 'companyId'>,
  address: string,
): Promise<SignedIn> {
  if (await app.db.lookup((sql) => findLogin(sql, form.email))) refuseTakenEmail()
  return (await createCompany(app, { ...form, companyId: newId() }, address)) ?? refuseTakenEmail()
}

type NewCompany = z.output<typeof authRoutes.signup.body> & { companyId: string }

/** Null when the company exists, or the address has an account: of two concurrent requests, the second one gets it. */
export async function createCompany(
  app: Pick<App, 'clock' | 'db' | 'tokens'>,
  { companyId, companyName, name, email, password, timeZone }: NewCompany,
  address: string,
): Promise<SignedIn | null> {
  const passwordHash = await hashPassword(password)
  const user = { id: newId(), name, email, role: 'Owner' as const }
  try {
    return await app.db.company(companyId, async (sql) => {
      await addCompany(sql, {
        id: companyId,
        name: companyName,
        publicKey: newPublicKey('co'),
        timeZone: toTimeZone(timeZone),
      })
      await addUser(sql, { ...user, companyId, passwordHash })
      await recordAuditEvent(sql, { companyId, userId: user.id, name: user.name, address }, 'signed_up')
      const tokens = await startSignIn(app, sql, companyId, user.id)
      return { tokens, data: { user, company: await getCompany(sql) } }
    })
  } catch (error) {
    if (isUniqueViolation(error, 'users_normalized_email_key')) return null
    if (isUniqueViolation(error, 'companies_pkey')) return null
    throw error
  }
}

/** The browser may know a newer time zone than the server. */
function toTimeZone(name = 'UTC'): string {
  return isTimeZone(name) ? name : 'UTC'
}

function refuseTakenEmail(): never {
  refuse(409, authSentences.emailTaken, 'email')
}
