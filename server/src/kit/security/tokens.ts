import { createHash, randomBytes } from 'node:crypto'
import { authLimits } from '@aichat/contracts/company/auth'
import { jwtVerify, SignJWT } from 'jose'
import { isId } from '../db/db.ts'
import type { Clock } from '../process/clock.ts'
import { type AppSecrets, createSigner, deriveKeys } from './derived-keys.ts'

export type AccessClaims = { userId: string; companyId: string; signInId: string }
type RefreshClaims = { companyId: string; signInId: string; generation: number }

type ReadClaims = AccessClaims & { expiresAt: number }

export type TokenKit = {
  signAccess(claims: AccessClaims): Promise<string>
  /** Null for anything but a live access token of this installation. `expiresAt` in epoch milliseconds. */
  readAccess(token: unknown): Promise<ReadClaims | null>
  signRefresh(claims: RefreshClaims): string
  readRefresh(token: unknown): RefreshClaims | null
}

const issuer = 'aichat'
const audience = 'aichat-api'
const maxVerified = 10_000

export function createTokens(secrets: AppSecrets, clock: Clock): TokenKit {
  const accessKeys = deriveKeys(secrets, 'access')
  const refreshSigner = createSigner(secrets, 'refresh')
  // A verified signature stays valid, so only the expiry is checked again.
  const verified = new Map<string, ReadClaims>()

  async function verify(token: string): Promise<ReadClaims | null> {
    for (const key of accessKeys) {
      const claims = await verifyWith(key, token)
      if (claims) return claims
    }
    return null
  }

  async function verifyWith(key: Uint8Array, token: string): Promise<ReadClaims | null> {
    try {
      const { payload } = await jwtVerify(token, key, {
        algorithms: ['HS256'],
        issuer,
        audience,
        requiredClaims: ['exp', 'iat', 'sub', 'tid', 'sid', 'typ'],
        currentDate: new Date(clock.now()),
      })
      const { sub, tid, sid, typ, exp } = payload
      if (typ !== 'access' || !isId(sub) || !isId(tid) || !isId(sid)) return null
      return { userId: sub, companyId: tid, signInId: sid, expiresAt: (exp ?? 0) * 1000 }
    } catch {
      return null // an invalid token authenticates no one
    }
  }

  return {
    signAccess({ userId, companyId, signInId }) {
      const now = Math.floor(clock.now() / 1000)
      return new SignJWT({ tid: companyId, sid: signInId, typ: 'access' })
        .setProtectedHeader({ alg: 'HS256', typ: 'JWT' })
        .setSubject(userId)
        .setIssuer(issuer)
        .setAudience(audience)
        .setIssuedAt(now)
        .setExpirationTime(now + authLimits.accessTokenSeconds)
        .sign(accessKeys[0])
    },

    async readAccess(token) {
      if (typeof token !== 'string' || token.length > 2000) return null
      const cached = verified.get(token)
      if (cached) return cached.expiresAt > clock.now() ? cached : null
      const claims = await verify(token)
      if (!claims) return null
      verified.set(token, claims)
      if (verified.size > maxVerified) verified.delete(verified.keys().next().value as string)
      return claims
    },

    signRefresh({ companyId, signInId, generation }) {
      const body = `${companyId}.${signInId}.${generation}`
      return Buffer.from(`${body}.${refreshSigner.sign(body)}`).toString('base64url')
    },

    readRefresh(token) {
      if (typeof token !== 'string' || token.length > 512) return null
      const parts = Buffer.from(token, 'base64url').toString('utf8').split('.')
      const [companyId, signInId, generation, mark] = parts
      if (parts.length !== 4 || !isId(companyId) || !isId(signInId) || !/^\d{1,9}$/.test(generation ?? ''))
        return null
      const body = `${companyId}.${signInId}.${generation}`
      if (!refreshSigner.verify(body, mark ?? '')) return null
      return { companyId, signInId, generation: Number(generation) }
    },
  }
}

/** A random bearer token of 256 bits for a visitor or a link. The database stores only its hash. */
export function newOpaqueToken(prefix: string): string {
  return `${prefix}_${randomBytes(32).toString('base64url')}`
}

export function hashToken(token: string): string {
  return createHash('sha256').update(token).digest('base64url')
}
