import type { Role } from '@aichat/contracts/company/permissions'

const details: Record<Role, string> = {
  Owner: 'Full access, including Owners',
  Admin: 'Full access, except managing Owners',
  Agent: 'Projects and chats',
}

export function createRoleCards(roles: readonly Role[]) {
  return roles.map((role) => ({ value: role, label: role, detail: details[role] }))
}
