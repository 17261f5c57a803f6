import type { UsageQuotas } from '@aichat/contracts/company/usage'
import { LRUCache } from 'lru-cache'
import type { Db } from '../kit/db/db.ts'
import { type Clock, isWithin } from '../kit/process/clock.ts'
import type { Settings } from '../kit/process/settings.ts'
import { getQuotaUse } from './store.ts'

export type Quotas = {
  /** What a company has used of the operator's quotas, at most 5 s ago. */
  get(companyId: string): Promise<UsageQuotas>
}

type Limits = Settings['quotas']
type Dependencies = { settings: Pick<Settings, 'quotas'>; db: Db; clock: Clock }

const ttlMs = 5000
const maxCompanies = 10_000
/** A quota is nearly reached from this share on. */
const nearShare = 0.8

export function createQuotas({ settings: { quotas: limits }, db, clock }: Dependencies): Quotas {
  const cached = new LRUCache<string, { at: number; quotas: UsageQuotas }>({ max: maxCompanies })
  const isUnlimited = limits.answersPerDay === null && limits.tokensPerMonth === null
  return {
    async get(companyId) {
      if (isUnlimited) return toQuotas(limits, { answers: 0, tokens: 0 })
      const known = cached.get(companyId)
      if (known && isWithin(clock, known.at, ttlMs)) return known.quotas
      const at = clock.now()
      const quotas = toQuotas(limits, await db.company(companyId, (sql) => getQuotaUse(sql, at)))
      cached.set(companyId, { at, quotas })
      return quotas
    },
  }
}

export function toQuotas(
  { answersPerDay, tokensPerMonth }: Limits,
  used: { answers: number; tokens: number },
): UsageQuotas {
  const quotas = {
    answersPerDay: answersPerDay === null ? null : { max: answersPerDay, used: used.answers },
    tokensPerMonth: tokensPerMonth === null ? null : { max: tokensPerMonth, used: used.tokens },
  }
  const shares = Object.values(quotas).map((quota) => (quota ? quota.used / quota.max : 0))
  const share = Math.max(...shares)
  return { ...quotas, state: share >= 1 ? 'reached' : share >= nearShare ? 'near' : 'ok' }
}
