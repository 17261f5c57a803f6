import type { Role } from '@aichat/contracts/company/permissions'
import type { TeamMember } from '@aichat/contracts/company/users'

export type MemberFilter = { search: string; role: Role | 'all'; status: TeamMember['status'] | 'all' }

export const emptyFilter: MemberFilter = { search: '', role: 'all', status: 'all' }

/** Members whose name or email contains every word of the search. */
export function filterMembers(
  team: readonly TeamMember[],
  { search, role, status }: MemberFilter,
): TeamMember[] {
  const words = search.toLowerCase().split(/\s+/).filter(Boolean)
  return team.filter((member) => {
    const text = `${member.name} ${member.email}`.toLowerCase()
    return (
      (role === 'all' || member.role === role) &&
      (status === 'all' || member.status === status) &&
      words.every((word) => text.includes(word))
    )
  })
}
