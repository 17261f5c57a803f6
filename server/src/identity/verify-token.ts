import { optionalLine, optionalText } from '@aichat/contracts/kit/common'
import { identityLimits } from '@aichat/contracts/widget/identity'
import { errors, jwtVerify } from 'jose'
import * as z from 'zod/mini'
import type { App } from '../app.ts'
import { createEncryption } from '../kit/security/encryption.ts'
import { listEncryptedSecrets, recordSecretUse } from './store.ts'

/** A visitor's identity, signed by the website. */
export type Identity = { externalId: string; name?: string; email?: string; phone?: string }
/** An expired token still identifies its visitor. */
export type IdentityResult =
  | { identity: Identity }
  | { problem: 'expired' | 'invalid'; externalId: string | null }

const maxLengths = { name: 120, email: 200, phone: 60 } as const

/**
 * Verifies a JSON Web Token that was signed (HS256) with one of the project's secrets. The claims `exp` and `sub` are
 * required.
 */
export async function verifyIdentityToken(
  { db, clock, settings, log }: Pick<App, 'db' | 'clock' | 'settings' | 'log'>,
  { companyId, projectId }: { companyId: string; projectId: string },
  token: string,
): Promise<IdentityResult> {
  const secrets = await db.company(companyId, (sql) => listEncryptedSecrets(sql, projectId))
  const encryption = createEncryption(settings)
  for (const { id, encryptedSecret } of secrets) {
    try {
      const key = new TextEncoder().encode(encryption.decrypt(encryptedSecret))
      const { payload } = await jwtVerify(token, key, {
        algorithms: ['HS256'],
        requiredClaims: ['exp', 'sub'],
        currentDate: new Date(clock.now()),
      })
      const identity = parseClaims(payload)
      if (!identity) return invalidToken
      await db.company(companyId, (sql) => recordSecretUse(sql, id))
      return { identity }
    } catch (error) {
      if (error instanceof errors.JWTExpired) {
        return { problem: 'expired', externalId: parseClaims(error.payload)?.externalId ?? null }
      }
      // The token may be signed with another secret.
      if (error instanceof errors.JOSEError) continue
      log.error({ err: error, secretId: id }, 'failed to decrypt an identity secret')
    }
  }
  return invalidToken
}

const invalidToken = { problem: 'invalid', externalId: null } as const

function parseClaims(claims: Record<string, unknown>): Identity | null {
  const externalId = parseText(claims.sub, identityLimits.externalId)
  if (!externalId) return null
  return {
    externalId,
    name: parseLine(claims.name, maxLengths.name),
    email: parseLine(claims.email, maxLengths.email),
    phone: parseLine(claims.phone, maxLengths.phone),
  }
}

function parseLine(value: unknown, limit: number): string | undefined {
  return z.safeParse(optionalLine(limit), value).data || undefined
}

function parseText(value: unknown, limit: number): string | undefined {
  return z.safeParse(optionalText(limit), value).data || undefined
}
