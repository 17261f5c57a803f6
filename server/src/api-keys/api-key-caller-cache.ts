import { apiKeyPrefix } from '@aichat/contracts/api-keys'
import type { Db } from '../kit/db/db.ts'
import type { Caller, Identify } from '../kit/http/http.ts'
import type { RateLimits } from '../kit/http/rate-limits.ts'
import { type Clock, isWithin } from '../kit/process/clock.ts'
import type { Log } from '../kit/process/log.ts'
import type { InvalidationBus } from '../kit/realtime/invalidation-bus.ts'
import { hashApiKey } from './secret.ts'
import { findCompanyByKeyHash, findKeyByHash, recordKeyUse } from './store.ts'

export type ApiKeyCallerCache = {
  /** Turns a key into its caller, within what a key may ask in a minute. */
  identify: Identify
  /** Looks a key up again at its next request, in every process. Call it after the commit. */
  forget(keyId: string): void
}

/** `keyId` is null while the key is looked up: any notice may be about it. */
type Remembered = { keyId: string | null; lookedUpAt: number; caller: Promise<Caller | null> }

const mostRemembered = 10_000
const rememberedMs = 30_000
/** Where a change in another process is not heard of: so long may a revoked key still be served. */
const rememberedUnheardMs = 4000
const noteEveryMs = 60_000

export function isApiKey(token: string): boolean {
  return token.startsWith(apiKeyPrefix)
}

export function createApiKeyCallerCache({ db, clock, bus, limits, log }: Parts): ApiKeyCallerCache {
  const remembered = new Map<string, Remembered>()
  /** When the use of a key was last written down, by the key's id. */
  const noted = new Map<string, number>()

  bus.subscribe((id) => {
    if (id === null) return remembered.clear()
    for (const [hash, { keyId }] of remembered) if (keyId === null || keyId === id) remembered.delete(hash)
  })

  function recall(hash: string): Promise<Caller | null> {
    const known = remembered.get(hash)
    const most = bus.isConnected() ? rememberedMs : rememberedUnheardMs
    if (known && isWithin(clock, known.lookedUpAt, most)) return known.caller
    const entry: Remembered = { keyId: null, lookedUpAt: clock.now(), caller: find(hash) }
    remembered.delete(hash)
    remembered.set(hash, entry)
    if (remembered.size > mostRemembered) remembered.delete(remembered.keys().next().value as string)
    const drop = () => {
      if (remembered.get(hash) === entry) remembered.delete(hash)
    }
    entry.caller.then((caller) => {
      if (caller) entry.keyId = caller.userId
      else drop()
    }, drop)
    return entry.caller
  }

  async function find(hash: string): Promise<Caller | null> {
    const companyId = await db.lookup((sql) => findCompanyByKeyHash(sql, hash))
    const key = companyId && (await db.company(companyId, (sql) => findKeyByHash(sql, hash)))
    if (!companyId || !key) return null
    const { id, name, scopes } = key
    return { companyId, userId: id, name, role: 'Agent', signInId: id, key: { scopes } }
  }

  function note({ companyId, userId }: Caller): void {
    if (isWithin(clock, noted.get(userId) ?? 0, noteEveryMs)) return
    if (noted.size >= mostRemembered) noted.clear()
    noted.set(userId, clock.now())
    db.company(companyId, (sql) => recordKeyUse(sql, userId)).catch((error) =>
      log.warn({ err: error }, 'the use of a key was not noted'),
    )
  }

  return {
    async identify(token) {
      const caller = await recall(hashApiKey(token))
      if (!caller) return null
      await limits.consume('apiKey', caller.userId)
      note(caller)
      return caller
    },
    forget: (keyId) => bus.publish(keyId),
  }
}

type Parts = { db: Db; clock: Clock; bus: InvalidationBus; limits: RateLimits; log: Log }
