import { type Access, isAccess, type Permission, roleCan } from '@aichat/contracts/company/permissions'
import type { ApiScope } from '@aichat/contracts/company/scopes'
import { commonSentences } from '@aichat/contracts/kit/common'
import type { Caller } from './caller.ts'
import { refuse } from './refusal.ts'

type Demands = { permission?: Access; scope?: ApiScope }

/** An API key has scopes instead of a role, and therefore no permission. */
export function hasPermission({ role, key }: Pick<Caller, 'role' | 'key'>, permission: Permission): boolean {
  return !key && roleCan(role, permission)
}

/** Refuses a person without the permission and an API key without the scope. What declares neither is denied. */
export function requireAccess(caller: Pick<Caller, 'role' | 'key'>, { permission, scope }: Demands): void {
  const { key } = caller
  if (key && !(scope && key.scopes.includes(scope))) refuse(403, commonSentences.notForKey)
  if (key || permission === 'public') return
  if (!permission || !hasPermission(caller, permission)) refuse(403, commonSentences.notAllowed)
}

/** @throws at mount, when a route or command does not state who may call it */
export function requireDeclaredPermission(name: string, permission: unknown): void {
  if (!isAccess(permission)) throw new Error(`${name} declares no permission`)
}

/** @throws at mount, when a route or command does not state who may call it, or how often */
export function requireDeclaredAccess(
  name: string,
  access?: { permission?: unknown; rateLimit?: unknown },
): void {
  requireDeclaredPermission(name, access?.permission)
  if (!access?.rateLimit) throw new Error(`${name} declares no rate limit`)
}
