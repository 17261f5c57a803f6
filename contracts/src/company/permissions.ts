export const roles = ['Owner', 'Admin', 'Agent'] as const
export type Role = (typeof roles)[number]

const agentPermissions = [
  'account.manage',
  'team.read',
  'conversations.read',
  'conversations.manage',
  'conversations.export',
  'notes.manage',
  'labels.manage',
  'saved_replies.manage',
  'projects.read',
  'widget.read',
  'profile.read',
  'answer_tests.read',
  'knowledge.read',
  'knowledge.edit',
  'faq.read',
  'faq.edit',
] as const

const adminPermissions = [
  ...agentPermissions,
  'knowledge.delete',
  'faq.delete',
  'widget.manage',
  'profile.manage',
  'answer_tests.manage',
  'projects.manage',
  'projects.publish',
  'projects.delete',
  'origins.manage',
  'identity.manage',
  'hours.manage',
  'prompts.manage',
  'conversations.export_all',
  'retention.manage',
  'visitors.erase',
  'api_keys.manage',
  'webhooks.manage',
  'audit.read',
  'company.manage',
  'usage.read',
  'team.manage',
] as const

/** What a signed-in person may be allowed to do. `owners.manage` covers every change of an Owner, or into one. */
export const permissions = [...adminPermissions, 'owners.manage', 'ai_model.manage'] as const
export type Permission = (typeof permissions)[number]

/** What each role may do. Everything that is not listed is denied. */
export const rolePermissions: Record<Role, readonly Permission[]> = {
  Owner: permissions,
  Admin: adminPermissions,
  Agent: agentPermissions,
}

/** The permission that a route or command demands of its caller; `public` ones demand no sign-in. */
export type Access = Permission | 'public'

export function roleCan(role: Role, permission: Permission): boolean {
  return rolePermissions[role].includes(permission)
}

export function isAccess(value: unknown): value is Access {
  return value === 'public' || permissions.some((permission) => permission === value)
}

/** The reason beside a control that the signed-in role may not use. */
export function describeRoles(permission: Permission): string {
  return roleCan('Admin', permission) ? 'Only Owners and Admins can do this.' : 'Only Owners can do this.'
}
