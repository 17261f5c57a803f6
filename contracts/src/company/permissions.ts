export const roles = ['Owner', 'Admin', 'Agent'] as const
export type Role = (typeof roles)[number]

const agentPermissions = [
  'account.manage',
  'team.read',
  'conversations.read',
  'conversations.manage',
  'conversations.export',
  'reports.read',
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
  'reports.team',
  'team.manage',
] as const

/**
 * What a signed-in person may be allowed to do. `owners.manage` covers every change of an Owner, or into one. A new noun has
 * permissions of its own if a role may differ in them; otherwise it uses those of the noun that it belongs to.
 */
export const permissions = [...adminPermissions, 'owners.manage', 'ai_model.manage'] as const
export type Permission = (typeof permissions)[number]

/** What a permission allows, for docs/roles.md, which is generated. */
export const permissionDescriptions: Record<Permission, string> = {
  'account.manage': 'Change your own name and password',
  'team.read': 'See the members of the company',
  'conversations.read': 'Read conversations, visitors, labels, saved replies, mentions',
  'conversations.manage': 'Answer, assign, label, close and reopen conversations',
  'conversations.export': 'Export one conversation',
  'reports.read': 'Read reports; of the team, your own numbers',
  'notes.manage': 'Write private notes',
  'labels.manage': 'Add, edit and delete labels',
  'saved_replies.manage': 'Add, edit and delete saved replies',
  'projects.read': 'Read projects, their installation, embed code and releases',
  'widget.read': "Read the widget's settings",
  'profile.read': 'Read the agent profile',
  'answer_tests.read': "Read answer tests and visitors' questions",
  'knowledge.read': 'Read knowledge',
  'knowledge.edit':
    'Add knowledge, websites and archives, upload and import files, embed, refresh, disable, take live texts down',
  'faq.read': 'Read FAQs',
  'faq.edit': 'Add, edit, reorder, generate, show and hide FAQs, add them to the knowledge',
  'knowledge.delete': 'Delete knowledge, websites and archives; erase knowledge from all releases',
  'faq.delete': 'Delete FAQs; erase FAQs from all releases',
  'widget.manage': "Change the widget's settings",
  'profile.manage': 'Change the agent profile',
  'answer_tests.manage': 'Add, edit, delete and run answer tests, compare answers',
  'projects.manage': 'Create projects, change their name, description and website',
  'projects.publish':
    'Publish (also answers whose tests fail), restore releases, choose when changed answers go live, turn on AI auto-reply for open conversations',
  'projects.delete': 'Delete projects',
  'origins.manage': 'Change the websites that may show the chat',
  'identity.manage': 'Create and delete identity verification secrets',
  'hours.manage': 'Set business hours',
  'prompts.manage': 'Read, change, reset and try prompts, and see their history',
  'conversations.export_all': 'Export all conversations',
  'retention.manage': 'Set how long conversations are stored',
  'visitors.erase': 'Erase visitors',
  'api_keys.manage': 'Create and revoke API keys',
  'webhooks.manage': 'Manage webhooks, send test events, replay deliveries',
  'audit.read': 'Read and export the audit log',
  'company.manage': "Change the company's name, domain, time zone and emails to visitors",
  'reports.team': 'Read reports about each member of the team',
  'usage.read': 'See which AI model answers, and its usage',
  'team.manage': 'Invite, disable and remove members, change their roles',
  'owners.manage': 'The same for Owners, and appointing Owners',
  'ai_model.manage': 'Connect or change the AI model',
}

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
