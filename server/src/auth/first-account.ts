import type { App } from '../app.ts'
import type { Http } from '../kit/http/http.ts'
import { hasAnyUser } from '../users/store.ts'

/**
 * Opens the console on its sign-up page while the installation has no account. Later, and when the database does not answer, the
 * console decides.
 */
export function mountFirstAccount(http: Http, { db, log }: Pick<App, 'db' | 'log'>): void {
  let hasAccount = false
  const hidden = { config: { permission: 'public' as const }, schema: { hide: true } }
  http.get('/', hidden, async (_, reply) => {
    try {
      hasAccount ||= await db.lookup(hasAnyUser)
    } catch (error) {
      log.warn({ err: error }, 'failed to look for the first account')
      return reply.callNotFound()
    }
    return hasAccount ? reply.callNotFound() : reply.header('Cache-Control', 'no-cache').redirect('/signup')
  })
}
