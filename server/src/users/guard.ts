import type { App } from '../app.ts'
import { isId } from '../kit/db/db.ts'
import type { Guard } from '../kit/http/serve.ts'
import { findMember, type Member } from './store.ts'

/** Loads the team member or pending invitation of :userId. */
export function requireUser({ db }: Pick<App, 'db'>): Guard<Member> {
  return async (caller, { userId }) =>
    isId(userId) ? db.company(caller.companyId, (sql) => findMember(sql, userId)) : null
}
