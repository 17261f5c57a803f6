/** All paths of the console. */
export const paths = {
  login: '/login',
  signup: '/signup',
  forgotPassword: '/forgot-password',
  resetPassword: '/reset-password/:token',
  invitation: '/invitations/:token',
  confirmEmail: '/confirm-email',
  unsubscribe: '/unsubscribe',
  dashboard: '/dashboard',
  projects: '/projects',
  projectsAlias: '/dashboard/projects',
  newProject: '/projects/new',
  chats: '/chats',
  users: '/users',
  reports: '/reports',
  reportAi: '/reports/ai',
  reportGaps: '/reports/gaps',
  reportTeam: '/reports/team',
  reportSources: '/reports/sources',
  reportConversations: '/reports/conversations',
  prompts: '/superadmin/prompts',
  settings: '/settings',
  preferences: '/settings/preferences',
  companySettings: '/settings/company',
  emailSettings: '/settings/email',
  aiModel: '/settings/ai-model',
  usage: '/settings/usage',
  businessHours: '/settings/business-hours',
  apiKeys: '/settings/api',
  webhooks: '/settings/webhooks',
  dataSettings: '/settings/data',
  auditLog: '/settings/audit',
} as const

export type ProjectTab = 'agents' | 'faq' | 'customise'

export function projectPath(projectId: string, tab?: ProjectTab) {
  return `/projects/${encodeURIComponent(projectId)}${tab ? `?tab=${tab}` : ''}`
}

/** The knowledge of a project with one item open. */
export function knowledgeItemPath(projectId: string, itemId: string) {
  return `${projectPath(projectId, 'agents')}&${new URLSearchParams({ item: itemId })}`
}

export function projectDetailsPath(projectId: string) {
  return `${projectPath(projectId)}/details`
}

export function customizePath(projectId: string) {
  return `${projectPath(projectId)}/customize`
}

export function publishPath(projectId: string) {
  return `${projectPath(projectId)}/publish`
}

export function loginPath(returnUrl: string) {
  return `${paths.login}?${new URLSearchParams({ returnUrl })}`
}

/**
 * Accepts only paths of this origin, to prevent an open redirect. The result is checked and not only the request: removing dot
 * segments from `/.//example.com` leaves a path that a browser takes for another host.
 */
export function safeReturnUrl(requested: string | null, origin: string): string {
  if (!requested?.startsWith('/') || !URL.canParse(requested, origin)) return paths.dashboard
  const url = new URL(requested, origin)
  const path = url.pathname + url.search + url.hash
  const isOtherHost = url.origin !== origin || /^[/\\]{2}/.test(path)
  const backToSignIn = /^\/(?:login|signup)\/*$/i.test(url.pathname)
  return isOtherHost || backToSignIn ? paths.dashboard : path
}

/** The filters of the inbox in the URL, besides the status. */
export type ChatsFilter = { view?: string; assigned?: string; project?: string }

/** The inbox, optionally with an open conversation. The default status filter is left out of the URL. */
export function chatsPath(
  sessionId: string | null,
  status = 'active',
  { view, assigned, project }: ChatsFilter = {},
) {
  const query = new URLSearchParams()
  if (status !== 'active') query.set('status', status)
  if (view) query.set('view', view)
  if (assigned) query.set('assigned', assigned)
  if (project) query.set('project', project)
  if (sessionId) query.set('session', sessionId)
  return query.size > 0 ? `${paths.chats}?${query}` : paths.chats
}

/** The list of users with the dialog "Invite a teammate" open. */
export const invitePath = `${paths.users}?dialog=invite`

/** A message in the inbox, in any status filter. */
export function messagePath(sessionId: string, seq: number) {
  return `${paths.chats}?${new URLSearchParams({ session: sessionId, message: String(seq) })}`
}

/** The Prompts screen with one prompt open. */
export function promptPath(key: string) {
  return `${paths.prompts}?${new URLSearchParams({ prompt: key })}`
}
