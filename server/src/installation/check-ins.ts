import { installationLimits } from '@aichat/contracts/installation'
import type { Clock } from '../kit/process/clock.ts'
import type { CheckInBatch } from './store.ts'

export type CheckInEvent = Omit<CheckInBatch, 'count' | 'lastSeenAt'>

export type CheckIns = {
  /** Counts it: stored at once when it is the first in a minute, else with that minute's others. */
  record(seen: CheckInEvent): void
  /** Counts it, and has it stored when it answers: somebody is waiting to read it. */
  recordNow(seen: CheckInEvent): Promise<void>
  /** Stores what is still waiting. */
  close(): Promise<void>
}

type CheckInOptions = {
  /** Stores; a failure is its own to report. */
  write: (seen: CheckInBatch) => Promise<void>
  clock: Clock
  intervalMs?: number
}

type PendingCheckIn = { seen: CheckInEvent; count: number; lastAt: number; timer: NodeJS.Timeout }

const maxProjects = 10_000

/** Page views come by the thousand, and one row a minute tells as much: an origin of a project is written once in it. */
export function createCheckIns({ write, clock, intervalMs = 60_000 }: CheckInOptions): CheckIns {
  const projects = new Map<string, Map<string, PendingCheckIn>>()

  function record(seen: CheckInEvent): void {
    const waiting = waitingFor(seen)
    if (waiting) add(waiting, seen)
    else if (hasRoom(seen)) void begin(seen)
  }

  async function recordNow(seen: CheckInEvent): Promise<void> {
    const waiting = waitingFor(seen)
    if (!waiting) return begin(seen)
    add(waiting, seen)
    await store(waiting)
  }

  function begin(seen: CheckInEvent): Promise<void> {
    const timer = setTimeout(() => endMinute(seen), intervalMs).unref()
    const waiting = { seen, count: 1, lastAt: clock.now(), timer }
    const origins = projects.get(seen.projectId) ?? new Map<string, PendingCheckIn>()
    projects.set(seen.projectId, origins.set(keyOf(seen), waiting))
    return store(waiting)
  }

  function endMinute(seen: CheckInEvent): void {
    const waiting = waitingFor(seen)
    if (!waiting) return
    if (waiting.count > 0) {
      waiting.timer = setTimeout(() => endMinute(seen), intervalMs).unref()
      void store(waiting)
      return
    }
    const origins = projects.get(seen.projectId)
    origins?.delete(keyOf(seen))
    if (origins?.size === 0) projects.delete(seen.projectId)
  }

  function store(waiting: PendingCheckIn): Promise<void> {
    const { seen, count, lastAt } = waiting
    waiting.count = 0
    return write({ ...seen, count, lastSeenAt: new Date(lastAt).toISOString() })
  }

  function add(waiting: PendingCheckIn, seen: CheckInEvent): void {
    waiting.count += 1
    waiting.lastAt = clock.now()
    if (seen.pageUrl) waiting.seen = seen
  }

  function waitingFor(seen: CheckInEvent): PendingCheckIn | undefined {
    return projects.get(seen.projectId)?.get(keyOf(seen))
  }

  /** Whoever makes up origins fills a project's list of a minute, and nothing else. */
  function hasRoom({ projectId }: CheckInEvent): boolean {
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

function keyOf({ origin, isRefused }: CheckInEvent): string {
  return `${isRefused} ${origin}`
}
