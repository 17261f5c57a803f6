import type { ModelSource } from '@aichat/contracts/ai/ai-model'
import type { Db } from '../kit/db/db.ts'
import type { Log } from '../kit/observability/log.ts'
import type { Clock } from '../kit/process/clock.ts'
import type { Timers } from '../kit/process/timers.ts'
import { addUsage, type UsageEntry } from './store.ts'
import { addCounts, noCounts, type UsageCounts } from './usage-counts.ts'

/** `projectId` is null for usage of no project. */
export type UsageScope = { companyId: string; projectId: string | null }

export type UsageRecorder = {
  /** Counts in memory; stored within a second (write-behind), so that answers do not wait for it. */
  add(scope: UsageScope, source: ModelSource, counts: Partial<UsageCounts>): void
  /** Stores what this process has counted for the company. */
  flush(companyId: string): Promise<void>
  /** Stores all counts. What cannot be stored then is lost. */
  close(): Promise<void>
}

const flushDelayMs = 1000

type Dependencies = { db: Pick<Db, 'company'>; clock: Clock; timers: Timers; log: Log }

export function createUsageRecorder({ db, clock, timers, log }: Dependencies): UsageRecorder {
  const pending = new Map<string, UsageEntry[]>()
  let cancelTimer: (() => void) | null = null
  let isClosed = false
  /** The last write of each company. */
  const writes = new Map<string, Promise<void>>()

  function flush(companyId: string): Promise<void> {
    const entries = pending.get(companyId)
    if (!entries) return writes.get(companyId) ?? Promise.resolve()
    pending.delete(companyId)
    const write = store(companyId, entries).finally(() => {
      if (writes.get(companyId) === write) writes.delete(companyId)
    })
    writes.set(companyId, write)
    return write
  }

  async function store(companyId: string, entries: UsageEntry[]): Promise<void> {
    try {
      await db.company(companyId, (sql) => addUsage(sql, companyId, entries))
    } catch (error) {
      log.warn({ err: error, companyId }, isClosed ? 'lost AI usage' : 'failed to store AI usage, retrying')
      if (isClosed) return
      for (const { projectId, source, at, counts } of entries)
        count({ companyId, projectId }, source, counts, at)
    }
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
    async close() {
      isClosed = true
      cancelTimer?.()
      await flushAll()
      await Promise.all(writes.values())
    },
  }
}
