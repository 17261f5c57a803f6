import type { Db } from '../kit/db/db.ts'
import type { Caller, Identify } from '../kit/http/caller.ts'
import type { Clock } from '../kit/process/clock.ts'
import { createInvalidatedCache } from '../kit/process/invalidated-cache.ts'
import type { InvalidationBus } from '../kit/realtime/invalidation-bus.ts'
import type { AccessClaims, TokenKit } from '../kit/security/tokens.ts'
import { findCaller } from './store.ts'

export type CallerCache = {
  /** Resolves an access token to its caller. */
  identify: Identify
  /** The caller with their current name and role; null once their access has ended. */
  get(claims: AccessClaims): Promise<Caller | null>
  /** Evicts a user, or a sign-in, in every process. Call it after the commit. */
  invalidate(userOrSignInId: string): void
}

type Dependencies = { db: Db; tokens: TokenKit; clock: Clock; bus: InvalidationBus }

/** Caches callers by sign-in. Name, role and access are read from the database, because a token may be outdated. */
export function createCallerCache({ db, tokens, clock, bus }: Dependencies): CallerCache {
  const cache = createInvalidatedCache<{ userId: string; caller: Caller | null }>({
    clock,
    bus,
    maxEntries: 10_000,
    ttlMs: 30_000,
    disconnectedTtlMs: 5000,
    getTags: ({ userId }, signInId) => [userId, signInId],
  })

  async function get({ companyId, userId, signInId }: AccessClaims): Promise<Caller | null> {
    const { caller } = await cache.get(signInId, async () => ({
      userId,
      caller: await db.company(companyId, (sql) => findCaller(sql, { companyId, userId, signInId })),
    }))
    return caller
  }

  return {
    get,
    identify: async (token) => {
      const claims = await tokens.readAccess(token)
      return claims && get(claims)
    },
    invalidate: (id) => bus.publish(id),
  }
}
