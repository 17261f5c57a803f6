const second = 1000
const minute = 60 * second
const hour = 60 * minute

/** The delay after each failed attempt. */
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
 * Milliseconds until the next attempt, or null after the last one. `random`, between 0 and 1, adds up to 10 % jitter, so
 * that deliveries that failed at the same time are not retried at the same time.
 */
export function getRetryDelayMs(attempts: number, random: number): number | null {
  const delay = delays[attempts - 1]
  return delay === undefined ? null : Math.round(delay * (1 + random / 10))
}
