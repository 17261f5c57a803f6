import type { Clock } from '../kit/clock.ts'
import type { Db } from '../kit/db.ts'
import type { Caller, Identify } from '../kit/http.ts'
import type { TokenKit } from '../kit/tokens.ts'
import { findUser } from './store.ts'

const rememberedMs = 5000
const mostRemembered = 10_000

/**
 * Turns an access token into its caller. Name, role and status come from the database, not from the token, and are
 * remembered for 5 s: so long may a disabled user still be heard.
 */
export function createIdentify(db: Db, tokens: TokenKit, clock: Clock): Identify {
  const remembered = new Map<string, { until: number; caller: Promise<Caller | null> }>()

  async function look(companyId: string, userId: string, signInId: string): Promise<Caller | null> {
    const user = await db.company(companyId, (sql) => findUser(sql, userId))
    if (user?.status !== 'active') return null
    return { companyId, userId, name: user.name, role: user.role, signInId }
  }

  return async (token) => {
    const claims = await tokens.readAccess(token)
    if (!claims) return null
    const known = remembered.get(claims.signInId)
    if (known && known.until > clock.now()) return known.caller
    const caller = look(claims.companyId, claims.userId, claims.signInId)
    if (remembered.size >= mostRemembered) remembered.clear()
    remembered.set(claims.signInId, { until: clock.now() + rememberedMs, caller })
    caller.catch(() => remembered.delete(claims.signInId))
    return caller
  }
}
