import { type Role, roles } from '@aichat/contracts/company/permissions'
import type { TeamMember, User } from '@aichat/contracts/company/users'
import { userCan } from '../kit/user-can.ts'

export type MemberAction = 'role' | 'disable' | 'enable' | 'remove' | 'renew' | 'withdraw'
type Person = Pick<User, 'id' | 'role'> | null

/** Only Owners may assign the Owner role. */
export function listAssignableRoles(user: Person): readonly Role[] {
  return userCan(user, 'owners.manage') ? roles : roles.filter((role) => role !== 'Owner')
}

/** The actions that a user may take on a team member. Users cannot lock themselves out, and one active Owner must remain. */
export function listMemberActions(
  user: Person,
  member: TeamMember,
  team: readonly TeamMember[],
): MemberAction[] {
  if (!user || !userCan(user, 'team.manage')) return []
  if (member.role === 'Owner' && !userCan(user, 'owners.manage')) return []
  if (member.status === 'invited') return ['role', 'renew', 'withdraw']
  if (isActiveOwner(member) && team.filter(isActiveOwner).length < 2) return []
  if (member.id === user.id) return ['role']
  return ['role', member.status === 'active' ? 'disable' : 'enable', 'remove']
}

function isActiveOwner({ role, status }: TeamMember): boolean {
  return role === 'Owner' && status === 'active'
}
