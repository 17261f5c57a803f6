import type { App } from '../app.ts'
import { isId } from '../kit/db/db.ts'
import type { Door } from '../kit/http/serve.ts'
import { findMember, type Member } from './store.ts'

/** The door of every path with :userId: people of the company, and those who are invited. */
export function userDoor({ db }: Pick<App, 'db'>): Door<Member> {
  return async (caller, { userId }) =>
    isId(userId) ? db.company(caller.companyId, (sql) => findMember(sql, userId)) : null
}
