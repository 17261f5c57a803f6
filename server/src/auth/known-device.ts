import type { FastifyReply, FastifyRequest } from 'fastify'
import type { App } from '../app.ts'
import { createSigner } from '../kit/security/derived-keys.ts'
import { normalizeEmail } from '../users/store.ts'

export type KnownDevices = {
  /** Marks the browser as one that has signed in to the account. */
  mark(reply: FastifyReply, email: string): void
  isKnown(request: FastifyRequest, email: string): boolean
}

const maxAgeSeconds = 180 * 86_400

/** The cookie proves only that this browser has signed in to an account. It does not authenticate a user. */
export function createKnownDevices({ settings, clock }: Pick<App, 'settings' | 'clock'>): KnownDevices {
  const signer = createSigner(settings, 'known-device')
  const isSecure = settings.publicUrl.startsWith('https:')
  // Browsers accept a cookie with this prefix only from a secure origin.
  const cookieName = isSecure ? '__Secure-aichat_device' : 'aichat_device'
  const cookiePattern = new RegExp(`(?:^|;\\s*)${cookieName}=(\\d{1,16})\\.([\\w-]{43})(?:;|$)`)
  const toText = (email: string, expiresAt: string) => `${expiresAt} ${normalizeEmail(email)}`

  return {
    mark(reply, email) {
      const expiresAt = String(clock.now() + maxAgeSeconds * 1000)
      reply.header(
        'Set-Cookie',
        `${cookieName}=${expiresAt}.${signer.sign(toText(email, expiresAt))}; Path=/api/auth; Max-Age=${maxAgeSeconds}; HttpOnly; SameSite=Strict${isSecure ? '; Secure' : ''}`,
      )
    },
    isKnown({ headers }, email) {
      const [, expiresAt = '', signature = ''] = cookiePattern.exec(headers.cookie ?? '') ?? []
      return signer.verify(toText(email, expiresAt), signature) && Number(expiresAt) > clock.now()
    },
  }
}
