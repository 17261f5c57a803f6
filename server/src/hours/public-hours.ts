import type { BusinessHours, OutsideHoursMode, PublicHours } from '@aichat/contracts/company/hours'
import type { App } from '../app.ts'
import type { Sql } from '../kit/db/db.ts'
import { createInvalidatedCache } from '../kit/process/invalidated-cache.ts'
import type { InvalidationBus } from '../kit/realtime/invalidation-bus.ts'
import { closesAt, isOpen, opensAt } from './calendar.ts'
import { getReplyMinutes } from './reply-minutes.ts'
import { findHoursOfProject, listFirstReplies } from './store.ts'

const replyMinutesTtlMs = 10 * 60_000
const replyPeriodMs = 14 * 24 * 3_600_000

/** Reads the state of one schedule now; null without a schedule. */
export type ReadHours = () => Promise<PublicHours | null>
export type LoadHours = (project: { id: string; companyId: string }) => Promise<ReadHours>

/** Loads the schedule of a project. Its state is computed again after each opening and closing. */
export function createPublicHours(
  { db, clock, log }: Pick<App, 'db' | 'clock' | 'log'>,
  bus: InvalidationBus,
): LoadHours {
  const ttl = { ttlMs: replyMinutesTtlMs, disconnectedTtlMs: replyMinutesTtlMs }
  const minutesCache = createInvalidatedCache<number | null>({
    clock,
    bus,
    maxEntries: 10_000,
    ...ttl,
    getTags: () => [],
  })

  return async ({ id, companyId }) => {
    const hours = await db.company(companyId, (sql) => findHoursOfProject(sql, id))
    if (!hours) return async () => null
    const getState = createState(hours)
    const measure = async () => {
      const since = new Date(clock.now() - replyPeriodMs).toISOString()
      return getReplyMinutes(await db.company(companyId, (sql) => listFirstReplies(sql, since)), hours)
    }
    return async () => {
      const replyMinutes = await minutesCache.get(id, measure).catch((error) => {
        log.warn({ err: error }, 'failed to measure reply times')
        return null
      })
      return { ...getState(clock.now()), replyMinutes }
    }
  }
}

/** The mode that applies at this instant; null while the schedule is open and without one. */
export async function findClosedMode(
  sql: Sql,
  projectId: string,
  instant: number,
): Promise<OutsideHoursMode | null> {
  const hours = await findHoursOfProject(sql, projectId)
  return hours && !isOpen(hours, instant) ? hours.outsideHours : null
}

/** The time until the state changes, in seconds. */
export function secondsToChange(hours: PublicHours | null, instant: number): number {
  const change = hours?.opensAt ?? hours?.closesAt
  return change ? Math.max(0, Math.floor((Date.parse(change) - instant) / 1000)) : Number.POSITIVE_INFINITY
}

function createState(hours: BusinessHours): (instant: number) => Omit<PublicHours, 'replyMinutes'> {
  const { timeZone, outsideHours } = hours
  const toTime = (instant: number | null) => (instant === null ? null : new Date(instant).toISOString())
  let [since, until] = [Number.POSITIVE_INFINITY, 0]
  let state: Omit<PublicHours, 'replyMinutes'>
  return (instant) => {
    if (instant < since || instant >= until) {
      const [opening, closing] = [opensAt(hours, instant), closesAt(hours, instant)]
      since = instant
      until = opening ?? closing ?? instant + replyMinutesTtlMs
      state = {
        isOpen: isOpen(hours, instant),
        opensAt: toTime(opening),
        closesAt: toTime(closing),
        timeZone,
        outsideHours,
      }
    }
    return state
  }
}
