import type { Role, TeamMember } from '@aichat/contracts/users'

export type Filter = { search: string; role: Role | 'all'; status: TeamMember['status'] | 'all' }

export const everybody: Filter = { search: '', role: 'all', status: 'all' }

/** Those whose name or address holds every word of the search. */
export function found(team: readonly TeamMember[], { search, role, status }: Filter): TeamMember[] {
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
