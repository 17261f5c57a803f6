import { type Role, roleCan } from '@aichat/contracts/company/permissions'
import { userSentences } from '@aichat/contracts/company/users'
import { commonSentences } from '@aichat/contracts/kit/common'
import type { App } from '../app.ts'
import { recordAuditEvent } from '../audit/store.ts'
import { lockCompany } from '../companies/store.ts'
import type { Sql } from '../kit/db/db.ts'
import type { Actor } from '../kit/http/caller.ts'
import { notFound, refuse } from '../kit/http/refusal.ts'
import { endAccessOfUser } from './end-access.ts'
import {
  countActiveOwners,
  deleteMember,
  endUserSignIns,
  findMember,
  findUser,
  type Member,
  unassignSessions,
  updateMember,
} from './store.ts'

type Dependencies = Pick<App, 'db' | 'callers' | 'realtime'>
type ChangedMember = { before: Member; after: Member }
type Change = { role?: Role; status?: 'active' | 'disabled' }

const maxUnassigned = 500

/** Updates a member's role or status. Access that it revokes ends with `endChangedAccess`. */
export async function changeMember(
  sql: Sql,
  actor: Actor,
  id: string,
  change: Change,
): Promise<ChangedMember> {
  const { before, canManageOwners } = await lockMember(sql, actor, id)
  const after = { ...before, role: change.role ?? before.role, status: change.status ?? before.status }
  if (after.role === 'Owner' && !canManageOwners) refuse(403, userSentences.ownersOnly, 'role')
  if (change.status && before.status === 'invited') refuse(409, userSentences.notJoined, 'status')
  if (!isActiveOwner(after)) await requireAnotherOwner(sql, before)
  await updateMember(sql, after)
  if (after.status === 'disabled') await endUserSignIns(sql, id)
  if (before.role !== after.role)
    await recordAuditEvent(sql, actor, 'role_changed', memberSubject(before, before.role, after.role))
  if (before.status !== after.status)
    await recordAuditEvent(sql, actor, 'status_changed', memberSubject(before, before.status, after.status))
  return { before, after }
}

/** Ends the access that a committed change has revoked. */
export function endChangedAccess(
  app: Pick<App, 'callers' | 'realtime'>,
  { before, after }: ChangedMember,
): void {
  if (after.status === 'disabled') endAccessOfUser(app, after.id)
  else if (before.role !== after.role) app.callers.invalidate(after.id)
}

/** Removes a member or revokes an invitation. Their messages and releases remain, their conversations are unassigned. */
export async function removeMember(app: Dependencies, actor: Actor, id: string): Promise<void> {
  const requireRemovable = async (sql: Sql) => {
    const { before } = await lockMember(sql, actor, id)
    await requireAnotherOwner(sql, before)
    return before
  }
  await app.db.company(actor.companyId, requireRemovable)
  // Most conversations before the member, in batches: one statement for all could exceed the time limit.
  const unassignBatch = (sql: Sql) => unassignSessions(sql, id, maxUnassigned)
  while (await app.db.company(actor.companyId, unassignBatch));
  await app.db.company(actor.companyId, async (sql) => {
    const before = await requireRemovable(sql)
    await unassignBatch(sql)
    await deleteMember(sql, id)
    await recordAuditEvent(sql, actor, 'removed', memberSubject(before))
  })
  endAccessOfUser(app, id)
}

/**
 * Locks the company and loads the member. Of two Owners who remove each other at the same time, the second is not an
 * Owner any more when the lock is free.
 */
async function lockMember(
  sql: Sql,
  actor: Actor,
  id: string,
): Promise<{ before: Member; canManageOwners: boolean }> {
  await lockCompany(sql)
  const requester = await findUser(sql, actor.userId)
  const before = (await findMember(sql, id)) ?? notFound()
  if (requester?.status !== 'active' || !roleCan(requester.role, 'team.manage'))
    refuse(403, commonSentences.notAllowed)
  const canManageOwners = roleCan(requester.role, 'owners.manage')
  if (before.role === 'Owner' && !canManageOwners) refuse(403, userSentences.ownersOnly)
  return { before, canManageOwners }
}

async function requireAnotherOwner(sql: Sql, member: Member): Promise<void> {
  if (isActiveOwner(member) && (await countActiveOwners(sql)) < 2) refuse(409, userSentences.lastOwner)
}

function isActiveOwner({ role, status }: Member): boolean {
  return role === 'Owner' && status === 'active'
}

function memberSubject({ id, name, email }: Member, from?: string, to?: string) {
  return { kind: 'user' as const, id, name: name || email, ...(from && to ? { from, to } : {}) }
}
