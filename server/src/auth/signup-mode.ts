import { authSentences, type SignupMode } from '@aichat/contracts/company/auth'
import type { App } from '../app.ts'
import { refuse } from '../kit/http/refusal.ts'
import { hasAnyUser } from '../users/store.ts'

/** Who may sign up at present. The first company of an installation can always be created. */
export async function getSignupMode({ settings, db }: Pick<App, 'settings' | 'db'>): Promise<SignupMode> {
  if (settings.signup === 'open') return 'open'
  return (await db.lookup(hasAnyUser)) ? settings.signup : 'open'
}

/** @throws Refusal 403 if not even invited people may join */
export function requireInvitations({ settings }: Pick<App, 'settings'>): void {
  if (settings.signup === 'closed') refuse(403, authSentences.signupClosed)
}

/** @throws Refusal 403 if only invited people may join, or no one */
export async function requireOpenSignup(app: Pick<App, 'settings' | 'db'>): Promise<void> {
  const mode = await getSignupMode(app)
  if (mode === 'invite') refuse(403, authSentences.inviteOnly)
  if (mode === 'closed') refuse(403, authSentences.signupClosed)
}
