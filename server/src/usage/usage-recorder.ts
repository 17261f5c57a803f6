import type { ModelSource } from '@aichat/contracts/ai-model'
import type { UsageQuotas } from '@aichat/contracts/usage'
import { LRUCache } from 'lru-cache'
import type { Db } from '../kit/db/db.ts'
import { type Clock, isWithin } from '../kit/process/clock.ts'
import type { Log } from '../kit/process/log.ts'
import type { Settings } from '../kit/process/settings.ts'
import type { Timers } from '../kit/process/timers.ts'
import { addUsage, getQuotaUse, type UsageEntry } from './store.ts'
import { addCounts, noCounts, type UsageCounts } from './usage-counts.ts'

/** `projectId` is null for usage of no project. */
export type UsageScope = { companyId: string; projectId: string | null }
export type UsageRecorder = {
  /** Counts in memory; stored within a second (write-behind), so that answers do not wait for it. */
  add(scope: UsageScope, source: ModelSource, counts: Partial<UsageCounts>): void
  /** Stores what this process has counted for the company. */
  flush(companyId: string): Promise<void>
  getQuotas(companyId: string): Promise<UsageQuotas>
  close(): Promise<void>
}

const flushDelayMs = 1000
const quotaTtlMs = 5000
const maxCachedQuotas = 10_000
/** A quota is nearly reached from this share on. */
const nearShare = 0.8

type Dependencies = { settings: Pick<Settings, 'quotas'>; db: Db; clock: Clock; timers: Timers; log: Log }

export function createUsageRecorder({ settings, db, clock, timers, log }: Dependencies): UsageRecorder {
  const pending = new Map<string, UsageEntry[]>()
  const quotas = new LRUCache<string, { at: number; value: UsageQuotas }>({ max: maxCachedQuotas })
  let cancelTimer: (() => void) | null = null
  const running = new Set<Promise<void>>()

  function flush(companyId: string): Promise<void> {
    const entries = pending.get(companyId)
    if (!entries) return Promise.all(running).then(() => {})
    pending.delete(companyId)
    const stored = db
      .company(companyId, (sql) => addUsage(sql, companyId, entries))
      .catch((error) => {
        log.warn({ err: error, companyId }, 'failed to store AI usage, retrying')
        for (const { projectId, source, at, counts } of entries)
          count({ companyId, projectId }, source, counts, at)
      })
      .finally(() => running.delete(stored))
    running.add(stored)
    return stored
  }

  async function flushAll(): Promise<void> {
    cancelTimer = null
    await Promise.all([...pending.keys()].map(flush))
  }

  function count(
    { companyId, projectId }: UsageScope,
    source: ModelSource,
    counts: Partial<UsageCounts>,
    at: number,
  ): void {
    const entries = pending.get(companyId) ?? []
    pending.set(companyId, entries)
    const same = entries.find((one) => one.projectId === projectId && one.source === source)
    if (same) same.counts = addCounts(same.counts, counts)
    else entries.push({ projectId, source, at, counts: addCounts(noCounts, counts) })
    cancelTimer ??= timers.start(() => void flushAll(), flushDelayMs)
  }

  return {
    add: (scope, source, counts) => count(scope, source, counts, clock.now()),
    flush,
    async getQuotas(companyId) {
      const { answersPerDay, tokensPerMonth } = settings.quotas
      if (answersPerDay === null && tokensPerMonth === null)
        return { answersPerDay: null, tokensPerMonth: null, state: 'ok' }
      const cached = quotas.get(companyId)
      if (cached && isWithin(clock, cached.at, quotaTtlMs)) return cached.value
      const at = clock.now()
      const { answers, tokens } = await db.company(companyId, (sql) => getQuotaUse(sql, at))
      const value = toQuotas(settings.quotas, { answers, tokens })
      quotas.set(companyId, { at, value })
      return value
    },
    async close() {
      cancelTimer?.()
      await flushAll()
      await Promise.all(running)
    },
  }
}

function toQuotas(
  { answersPerDay, tokensPerMonth }: Settings['quotas'],
  used: { answers: number; tokens: number },
): UsageQuotas {
  const shares = [
    answersPerDay === null ? 0 : used.answers / answersPerDay,
    tokensPerMonth === null ? 0 : used.tokens / tokensPerMonth,
  ]
  const share = Math.max(...shares)
  return {
    answersPerDay: answersPerDay === null ? null : { max: answersPerDay, used: used.answers },
    tokensPerMonth: tokensPerMonth === null ? null : { max: tokensPerMonth, used: used.tokens },
    state: share >= 1 ? 'reached' : share >= nearShare ? 'near' : 'ok',
  }
}
