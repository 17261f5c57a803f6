import type { AuditAction } from '@aichat/contracts/company/audit-actions'
import type { Role } from '@aichat/contracts/company/permissions'
import type { ApiScope } from '@aichat/contracts/company/scopes'

/** The authenticated caller, identified by the token and never by anything else in the request. */
export type Caller = {
  companyId: string
  userId: string
  name: string
  role: Role
  signInId: string
  /** Set when the caller is an API key and not a person: `userId` and `name` are those of the key. */
  key?: { scopes: readonly ApiScope[] }
}

/**
 * The user or API key that performs an action, with the client's IP address. `auditActions` are those that its route declares;
 * where they are missing, the actor is not bound to a route.
 */
export type Actor = Pick<Caller, 'companyId' | 'userId' | 'name'> & {
  address: string
  auditActions?: readonly AuditAction[]
}

export type Identify = (accessToken: string) => Promise<Caller | null>
