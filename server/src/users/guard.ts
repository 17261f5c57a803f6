import { isId } from '../kit/db/db.ts'
import type { Guard } from '../kit/http/serve.ts'
import { findMember, type Member } from './store.ts'

/** Loads the team member or pending invitation of :userId. */
export const requireUser: Guard<Member> = (sql, { userId }) => (isId(userId) ? findMember(sql, userId) : null)
