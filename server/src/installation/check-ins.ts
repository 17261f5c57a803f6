import { installationLimits } from '@aichat/contracts/installation'
import type { Clock } from '../kit/process/clock.ts'
import type { CheckInBatch } from './store.ts'

export type CheckInEvent = Omit<CheckInBatch, 'count' | 'lastSeenAt'>

export type CheckIns = {
  /** Stores the first check-in of an origin immediately, and counts the others for one write at the end of the minute. */
  record(seen: CheckInEvent): void
  /** Stores the check-in before it resolves, for a user who waits for it on the screen. */
  recordNow(seen: CheckInEvent): Promise<void>
  /** Stores all pending check-ins. */
  close(): Promise<void>
}

type CheckInOptions = {
  /** Stores a batch. It reports its own failures and never rejects. */
  write: (seen: CheckInBatch) => Promise<void>
  clock: Clock
  intervalMs?: number
}

type PendingCheckIn = { seen: CheckInEvent; count: number; lastAt: number; timer: NodeJS.Timeout }

const maxProjects = 10_000

/** Batches check-ins: each origin of a project is written once a minute, however many pages are viewed. */
export function createCheckIns({ write, clock, intervalMs = 60_000 }: CheckInOptions): CheckIns {
  const projects = new Map<string, Map<string, PendingCheckIn>>()

  function record(seen: CheckInEvent): void {
    const pending = findPending(seen)
    if (pending) add(pending, seen)
    else if (hasCapacity(seen)) void open(seen)
  }

  async function recordNow(seen: CheckInEvent): Promise<void> {
    const pending = findPending(seen)
    if (!pending) return open(seen)
    add(pending, seen)
    await store(pending)
  }

  function open(seen: CheckInEvent): Promise<void> {
    const timer = setTimeout(() => flushInterval(seen), intervalMs).unref()
    const pending = { seen, count: 1, lastAt: clock.now(), timer }
    const origins = projects.get(seen.projectId) ?? new Map<string, PendingCheckIn>()
    projects.set(seen.projectId, origins.set(keyFor(seen), pending))
    return store(pending)
  }

  function flushInterval(seen: CheckInEvent): void {
    const pending = findPending(seen)
    if (!pending) return
    if (pending.count > 0) {
      pending.timer = setTimeout(() => flushInterval(seen), intervalMs).unref()
      void store(pending)
      return
    }
    const origins = projects.get(seen.projectId)
    origins?.delete(keyFor(seen))
    if (origins?.size === 0) projects.delete(seen.projectId)
  }

  function store(pending: PendingCheckIn): Promise<void> {
    const { seen, count, lastAt } = pending
    pending.count = 0
    return write({ ...seen, count, lastSeenAt: new Date(lastAt).toISOString() })
  }

  function add(pending: PendingCheckIn, seen: CheckInEvent): void {
    pending.count += 1
    pending.lastAt = clock.now()
    if (seen.pageUrl) pending.seen = seen
  }

  function findPending(seen: CheckInEvent): PendingCheckIn | undefined {
    return projects.get(seen.projectId)?.get(keyFor(seen))
  }

  /** Limits the origins per project, so that made-up origins cannot exhaust the memory. */
  function hasCapacity({ projectId }: CheckInEvent): boolean {
    const origins = projects.get(projectId)
    return origins ? origins.size < installationLimits.checkIns : projects.size < maxProjects
  }

  return {
    record,
    recordNow,
    async close() {
      const all = [...projects.values()].flatMap((origins) => [...origins.values()])
      projects.clear()
      for (const { timer } of all) clearTimeout(timer)
      await Promise.all(all.filter(({ count }) => count > 0).map(store))
    },
  }
}

function keyFor({ origin, isRefused }: CheckInEvent): string {
  return `${isRefused} ${origin}`
}
