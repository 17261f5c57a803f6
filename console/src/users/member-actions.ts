import { type Role, roles, type TeamMember, type User } from '@aichat/contracts/users'
import { canAdminister } from './can-administer.ts'

export type MemberAction = 'role' | 'disable' | 'enable' | 'remove' | 'renew' | 'withdraw'
type Person = Pick<User, 'id' | 'role'> | null

/** Only an Owner makes Owners. */
export function listAssignableRoles(you: Person): readonly Role[] {
  return you?.role === 'Owner' ? roles : roles.filter((role) => role !== 'Owner')
}

/** What you may do to someone of the team. Nobody locks themselves out, and one active Owner always stays. */
export function listMemberActions(
  you: Person,
  member: TeamMember,
  team: readonly TeamMember[],
): MemberAction[] {
  if (!you || !canAdminister(you)) return []
  if (member.role === 'Owner' && you.role !== 'Owner') return []
  if (member.status === 'invited') return ['role', 'renew', 'withdraw']
  if (isActiveOwner(member) && team.filter(isActiveOwner).length < 2) return []
  if (member.id === you.id) return ['role']
  return ['role', member.status === 'active' ? 'disable' : 'enable', 'remove']
}

function isActiveOwner({ role, status }: TeamMember): boolean {
  return role === 'Owner' && status === 'active'
}
