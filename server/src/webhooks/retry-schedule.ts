const second = 1000
const minute = 60 * second
const hour = 60 * minute

/** How long after each failed attempt the next one comes. */
const delays = [
  5 * second,
  5 * minute,
  30 * minute,
  2 * hour,
  5 * hour,
  10 * hour,
  14 * hour,
  20 * hour,
  24 * hour,
]

/**
 * Milliseconds until the next attempt, after so many; null when there is none any more. `chance` is between 0 and 1: what
 * failed together does not come back together.
 */
export function getRetryDelayMs(attempts: number, chance: number): number | null {
  const delay = delays[attempts - 1]
  return delay === undefined ? null : Math.round(delay * (1 + chance / 10))
}
