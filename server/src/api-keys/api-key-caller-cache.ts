import { apiKeyPrefix, apiKeyRateLimits } from '@aichat/contracts/company/api-keys'
import { LRUCache } from 'lru-cache'
import type { Db } from '../kit/db/db.ts'
import type { Caller, Identify } from '../kit/http/caller.ts'
import type { RateLimits } from '../kit/http/rate-limits.ts'
import type { Log } from '../kit/observability/log.ts'
import { type Clock, isWithin } from '../kit/process/clock.ts'
import { createInvalidatedCache } from '../kit/process/invalidated-cache.ts'
import type { InvalidationBus } from '../kit/realtime/invalidation-bus.ts'
import { hashApiKey } from './secret.ts'
import { findCompanyByKeyHash, findKeyByHash, recordKeyUse } from './store.ts'

export type ApiKeyCallerCache = {
  /** Resolves an API key to its caller. @throws Refusal when the rate limit of the key is exceeded */
  identify: Identify
  /** Evicts a key in every process. Call it after the commit. */
  invalidate(keyId: string): void
}

type Dependencies = { db: Db; clock: Clock; bus: InvalidationBus; limits: RateLimits; log: Log }

const maxEntries = 10_000
const recordIntervalMs = 60_000

export function isApiKey(token: string): boolean {
  return token.startsWith(apiKeyPrefix)
}

/** Caches callers by the hash of their API key. Unknown keys are not cached. */
export function createApiKeyCallerCache({ db, clock, bus, limits, log }: Dependencies): ApiKeyCallerCache {
  const cache = createInvalidatedCache<Caller | null>({
    clock,
    bus,
    maxEntries,
    ttlMs: 30_000,
    disconnectedTtlMs: 4000,
    getTags: (caller) => caller && [caller.userId],
  })
  const recordUse = createUseRecorder({ db, clock, log })

  return {
    async identify(token) {
      const hash = hashApiKey(token)
      const caller = await cache.get(hash, () => findCaller(db, hash))
      if (!caller) return null
      await limits.consume(apiKeyRateLimits.apiKey, caller.userId)
      recordUse(caller)
      return caller
    },
    invalidate: (keyId) => bus.publish(keyId),
  }
}

async function findCaller(db: Db, hash: string): Promise<Caller | null> {
  const companyId = await db.lookup((sql) => findCompanyByKeyHash(sql, hash))
  const key = companyId && (await db.company(companyId, (sql) => findKeyByHash(sql, hash)))
  if (!companyId || !key) return null
  const { id, name, scopes } = key
  return { companyId, userId: id, name, role: 'Agent', signInId: id, key: { scopes } }
}

/** Stores when a key was last used, at most once a minute per key. */
function createUseRecorder({ db, clock, log }: Pick<Dependencies, 'db' | 'clock' | 'log'>) {
  const recordedAt = new LRUCache<string, number>({ max: maxEntries })
  return ({ companyId, userId: keyId }: Caller): void => {
    if (isWithin(clock, recordedAt.get(keyId) ?? 0, recordIntervalMs)) return
    recordedAt.set(keyId, clock.now())
    db.company(companyId, (sql) => recordKeyUse(sql, keyId)).catch((error) =>
      log.warn({ err: error }, 'failed to store the use of an API key'),
    )
  }
}
