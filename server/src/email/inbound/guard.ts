import { isId } from '../../kit/db/db.ts'
import type { Guard } from '../../kit/http/serve.ts'
import { findHeldEmail, type HeldReference } from './held-store.ts'

/** Loads the held email of :emailId. One that was added or dismissed is not found. */
export const requireHeldEmail: Guard<HeldReference> = (sql, { emailId }) =>
  isId(emailId) ? findHeldEmail(sql, emailId) : null
