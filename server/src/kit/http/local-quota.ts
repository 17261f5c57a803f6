import { type RateLimiterAbstract, RateLimiterRes } from 'rate-limiter-flexible'

const ownShare = 1 / 4
/** What has been used is counted with the first use after so long, and in the end without one. */
const togetherMs = 25
const lateMs = 250

/** Points in so many seconds. */
type Budget = { points: number; duration: number }

/**
 * Lets a quarter of each budget through by itself, and asks `shared` for what goes beyond. What it let through is counted
 * there for all keys at once, a moment later: a trip to Redis for each use costs more than most of what is used. The
 * quarter begins anew by this process's time and not by that of Redis, so each process may exceed a budget by one.
 */
export function countTogether(
  shared: Pick<RateLimiterAbstract, 'consume' | 'delete'>,
  { points, duration }: Budget,
) {
  const own = Math.floor(points * ownShare)
  /** Uses by key since `begun`. No timer a key: to be woken costs more than to count. */
  let used = new Map<string, number>()
  let begun = Number.NEGATIVE_INFINITY
  const uncounted = new Map<string, number>()
  /** How many uses of a key wait for an answer: who comes behind waits too, so that nobody is overtaken. */
  const asking = new Map<string, number>()
  let firstAt = 0
  let timer: NodeJS.Timeout | undefined

  function isOwn(key: string, now: number): boolean {
    if (now - begun >= duration * 1000) {
      used = new Map()
      begun = now
    }
    const uses = (used.get(key) ?? 0) + 1
    used.set(key, uses)
    return uses <= own && !asking.has(key)
  }

  async function ask(key: string, uses: number): Promise<void> {
    asking.set(key, (asking.get(key) ?? 0) + 1)
    try {
      await shared.consume(key, uses)
    } finally {
      const left = (asking.get(key) ?? 1) - 1
      if (left > 0) asking.set(key, left)
      else asking.delete(key)
    }
  }

  function count(): void {
    clearTimeout(timer)
    timer = undefined
    const due = [...uncounted]
    uncounted.clear()
    for (const [key, uses] of due) shared.consume(key, uses).catch((spent) => refuseHere(key, spent))
  }

  /** Spent at other processes: from now on they are all asked. */
  function refuseHere(key: string, spent: unknown): void {
    if (spent instanceof RateLimiterRes) used.set(key, own)
  }

  return {
    /** @throws RateLimiterRes when the budget is spent */
    async consume(key: string): Promise<void> {
      const now = performance.now()
      const uses = (uncounted.get(key) ?? 0) + 1
      if (!isOwn(key, now)) {
        uncounted.delete(key)
        await ask(key, uses)
        return
      }
      uncounted.set(key, uses)
      if (timer && now - firstAt >= togetherMs) count()
      else if (!timer) {
        firstAt = now
        timer = setTimeout(count, lateMs).unref()
      }
    },
    async delete(key: string): Promise<void> {
      uncounted.delete(key)
      used.delete(key)
      await shared.delete(key)
    },
  }
}
