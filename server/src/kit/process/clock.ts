/** Injected so that tests can set the time, in milliseconds since 1970. */
export type Clock = { now(): number }

export const systemClock: Clock = { now: () => Date.now() }

/** Whether `since` is less than this duration ago. False for a time in the future, which a clock that was set back causes. */
export function isWithin(clock: Clock, since: number, milliseconds: number): boolean {
  const elapsed = clock.now() - since
  return elapsed >= 0 && elapsed < milliseconds
}
