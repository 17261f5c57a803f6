import { optionalText } from '@aichat/contracts/common'
import { identityLimits } from '@aichat/contracts/identity'
import { errors, jwtVerify } from 'jose'
import * as z from 'zod/mini'
import type { App } from '../app.ts'
import { createEncryption } from '../kit/security/encryption.ts'
import { noteUse, sealedSecrets } from './store.ts'

/** Who the website says its visitor is. */
export type Identity = { externalId: string; name?: string; email?: string; phone?: string }
/** A token that has ended still tells who it was about. */
export type Read = { identity: Identity } | { problem: 'expired' | 'invalid'; externalId: string | null }

const longest = { name: 120, email: 200, phone: 60 } as const

/**
 * Reads a JSON Web Token that was signed (HS256) with one of the project's secrets. It must say when it ends (`exp`) and
 * who it is about (`sub`).
 */
export async function readIdentity(
  { db, clock, settings, log }: Pick<App, 'db' | 'clock' | 'settings' | 'log'>,
  { companyId, projectId }: { companyId: string; projectId: string },
  token: string,
): Promise<Read> {
  const secrets = await db.company(companyId, (sql) => sealedSecrets(sql, projectId))
  const seal = createEncryption(settings.appSecret)
  for (const { id, sealed } of secrets) {
    try {
      const key = new TextEncoder().encode(seal.open(sealed))
      const { payload } = await jwtVerify(token, key, {
        algorithms: ['HS256'],
        requiredClaims: ['exp', 'sub'],
        currentDate: new Date(clock.now()),
      })
      const identity = identityOf(payload)
      if (!identity) return unread
      await db.company(companyId, (sql) => noteUse(sql, id))
      return { identity }
    } catch (error) {
      if (error instanceof errors.JWTExpired) {
        return { problem: 'expired', externalId: identityOf(error.payload)?.externalId ?? null }
      }
      // Signed with the other secret, perhaps.
      if (error instanceof errors.JOSEError) continue
      log.error({ err: error, secretId: id }, 'an identity secret cannot be read')
    }
  }
  return unread
}

const unread = { problem: 'invalid', externalId: null } as const

function identityOf(claims: Record<string, unknown>): Identity | null {
  const externalId = textOf(claims.sub, identityLimits.externalId)
  if (!externalId) return null
  return {
    externalId,
    name: textOf(claims.name, longest.name),
    email: textOf(claims.email, longest.email),
    phone: textOf(claims.phone, longest.phone),
  }
}

function textOf(value: unknown, limit: number): string | undefined {
  return z.safeParse(optionalText(limit), value).data || undefined
}
