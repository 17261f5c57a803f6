import { type Role, roles, type TeamMember, type User } from '@aichat/contracts/users'
import { administers } from './administers.ts'

export type Act = 'role' | 'disable' | 'enable' | 'remove' | 'renew' | 'withdraw'
type Person = Pick<User, 'id' | 'role'> | null

/** Only an Owner makes Owners. */
export function rolesToGive(you: Person): readonly Role[] {
  return you?.role === 'Owner' ? roles : roles.filter((role) => role !== 'Owner')
}

/** What you may do to someone of the team. Nobody locks themselves out, and one active Owner always stays. */
export function actsOn(you: Person, member: TeamMember, team: readonly TeamMember[]): Act[] {
  if (!you || !administers(you)) return []
  if (member.role === 'Owner' && you.role !== 'Owner') return []
  if (member.status === 'invited') return ['role', 'renew', 'withdraw']
  if (isActiveOwner(member) && team.filter(isActiveOwner).length < 2) return []
  if (member.id === you.id) return ['role']
  return ['role', member.status === 'active' ? 'disable' : 'enable', 'remove']
}

function isActiveOwner({ role, status }: TeamMember): boolean {
  return role === 'Owner' && status === 'active'
}
