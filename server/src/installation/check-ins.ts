import { installationLimits } from '@aichat/contracts/widget/installation'
import type { Clock } from '../kit/process/clock.ts'
import type { CheckInBatch } from './store.ts'

export type CheckInEvent = Omit<CheckInBatch, 'count' | 'lastSeenAt'>

export type CheckIns = {
  /** Stores the first check-in of an origin immediately, and counts the others for one write at the end of the minute. */
  record(checkIn: CheckInEvent): void
  /** Stores the check-in before it resolves, for a user who waits for it on the screen. */
  recordNow(checkIn: CheckInEvent): Promise<void>
  /** Stores all pending check-ins. */
  close(): Promise<void>
}

type CheckInOptions = {
  /** Stores a batch. It reports its own failures and never rejects. */
  write: (checkIn: CheckInBatch) => Promise<void>
  clock: Clock
  intervalMs?: number
}

type PendingCheckIn = { checkIn: CheckInEvent; count: number; lastAt: number; timer: NodeJS.Timeout }

const maxProjects = 10_000

/** Batches check-ins: each origin of a project is written once a minute, however many pages are viewed. */
export function createCheckIns({ write, clock, intervalMs = 60_000 }: CheckInOptions): CheckIns {
  const projects = new Map<string, Map<string, PendingCheckIn>>()

  function record(checkIn: CheckInEvent): void {
    const pending = findPending(checkIn)
    if (pending) add(pending, checkIn)
    else if (hasCapacity(checkIn)) void open(checkIn)
  }

  async function recordNow(checkIn: CheckInEvent): Promise<void> {
    const pending = findPending(checkIn)
    if (!pending) return open(checkIn)
    add(pending, checkIn)
    await store(pending)
  }

  function open(checkIn: CheckInEvent): Promise<void> {
    const timer = setTimeout(() => flushInterval(checkIn), intervalMs).unref()
    const pending = { checkIn, count: 1, lastAt: clock.now(), timer }
    const origins = projects.get(checkIn.projectId) ?? new Map<string, PendingCheckIn>()
    projects.set(checkIn.projectId, origins.set(keyFor(checkIn), pending))
    return store(pending)
  }

  function flushInterval(checkIn: CheckInEvent): void {
    const pending = findPending(checkIn)
    if (!pending) return
    if (pending.count > 0) {
      pending.timer = setTimeout(() => flushInterval(checkIn), intervalMs).unref()
      void store(pending)
      return
    }
    const origins = projects.get(checkIn.projectId)
    origins?.delete(keyFor(checkIn))
    if (origins?.size === 0) projects.delete(checkIn.projectId)
  }

  function store(pending: PendingCheckIn): Promise<void> {
    const { checkIn, count, lastAt } = pending
    pending.count = 0
    return write({ ...checkIn, count, lastSeenAt: new Date(lastAt).toISOString() })
  }

  function add(pending: PendingCheckIn, checkIn: CheckInEvent): void {
    pending.count += 1
    pending.lastAt = clock.now()
    if (checkIn.pageUrl) pending.checkIn = checkIn
  }

  function findPending(checkIn: CheckInEvent): PendingCheckIn | undefined {
    return projects.get(checkIn.projectId)?.get(keyFor(checkIn))
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
