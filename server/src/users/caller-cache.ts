import type { Db } from '../kit/db/db.ts'
import type { Caller, Identify } from '../kit/http/http.ts'
import { type Clock, isWithin } from '../kit/process/clock.ts'
import type { InvalidationBus } from '../kit/realtime/invalidation-bus.ts'
import type { AccessClaims, TokenKit } from '../kit/security/tokens.ts'
import { findCaller } from './store.ts'

export type CallerCache = {
  /** Turns an access token into its caller. */
  identify: Identify
  /** The caller as they are now; null once their access has ended. */
  get(claims: AccessClaims): Promise<Caller | null>
  /** Looks a user, or a sign-in, up again at its next request, in every process. Call it after the commit. */
  forget(userOrSignInId: string): void
}

type Remembered = { userId: string; lookedUpAt: number; caller: Promise<Caller | null> }

const mostRemembered = 10_000
const rememberedMs = 30_000
/** Where a change in another process is not heard of: so long may a disabled user still be served. */
const rememberedUnheardMs = 5000

/**
 * Name, role and whether access goes on come from the database, not from the token. They are remembered until a change
 * is heard of, and not for ever.
 */
export function createCallerCache({ db, tokens, clock, bus }: Parts): CallerCache {
  const remembered = new Map<string, Remembered>()

  bus.subscribe((id) => {
    if (id === null) return remembered.clear()
    remembered.delete(id)
    for (const [signInId, { userId }] of remembered) if (userId === id) remembered.delete(signInId)
  })

  async function get({ companyId, userId, signInId }: AccessClaims): Promise<Caller | null> {
    const known = remembered.get(signInId)
    const most = bus.isConnected() ? rememberedMs : rememberedUnheardMs
    if (known && isWithin(clock, known.lookedUpAt, most)) return known.caller
    const caller = db.company(companyId, (sql) => findCaller(sql, { companyId, userId, signInId }))
    const entry = { userId, lookedUpAt: clock.now(), caller }
    remembered.delete(signInId)
    remembered.set(signInId, entry)
    if (remembered.size > mostRemembered) remembered.delete(remembered.keys().next().value as string)
    caller.catch(() => {
      if (remembered.get(signInId) === entry) remembered.delete(signInId)
    })
    return caller
  }

  return {
    get,
    identify: async (token) => {
      const claims = await tokens.readAccess(token)
      return claims && get(claims)
    },
    forget: (id) => bus.publish(id),
  }
}

type Parts = { db: Db; tokens: TokenKit; clock: Clock; bus: InvalidationBus }
