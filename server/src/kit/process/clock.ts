/** The time, as an argument, so that a test can move it. Milliseconds since 1970. */
export type Clock = { now(): number }

export const systemClock: Clock = { now: () => Date.now() }

/** Whether that was so short a while ago; never what a clock that was set back puts into the future. */
export function isWithin(clock: Clock, since: number, milliseconds: number): boolean {
  const passed = clock.now() - since
  return passed >= 0 && passed < milliseconds
}
