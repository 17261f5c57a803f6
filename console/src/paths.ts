/** Every link of the console is built here. */
export const paths = {
  login: '/login',
  signup: '/signup',
  forgotPassword: '/forgot-password',
  resetPassword: '/reset-password/:token',
  invitation: '/invitations/:token',
  dashboard: '/dashboard',
  projects: '/projects',
  projectsAlias: '/dashboard/projects',
  newProject: '/projects/new',
  chats: '/chats',
  users: '/users',
  prompts: '/superadmin/prompts',
  apiSettings: '/settings/api',
} as const

export type ProjectTab = 'agents' | 'faq' | 'customise'

export function projectPath(projectId: string, tab?: ProjectTab) {
  return `/projects/${encodeURIComponent(projectId)}${tab ? `?tab=${tab}` : ''}`
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

/** Only a path of this site may be returned to: anything else would let a link send people away. */
export function safeReturnUrl(wanted: string | null, origin: string): string {
  if (!wanted?.startsWith('/')) return paths.dashboard
  try {
    const url = new URL(wanted, origin)
    const backToSignIn = url.pathname === paths.login || url.pathname === paths.signup
    if (url.origin !== origin || backToSignIn) return paths.dashboard
    return url.pathname + url.search + url.hash
  } catch {
    return paths.dashboard
  }
}

/** The inbox: with a conversation open, and under a filter unless it is the default one. */
export function chatsPath(sessionId: string | null, status = 'active') {
  const query = new URLSearchParams()
  if (status !== 'active') query.set('status', status)
  if (sessionId) query.set('session', sessionId)
  return query.size > 0 ? `${paths.chats}?${query}` : paths.chats
}

/** One message in the inbox, whatever the state of its conversation. */
export function messagePath(sessionId: string, seq: number) {
  return `${paths.chats}?${new URLSearchParams({ session: sessionId, message: String(seq) })}`
}

/** The prompts, with one of them open. */
export function promptPath(key: string) {
  return `${paths.prompts}?${new URLSearchParams({ prompt: key })}`
}
