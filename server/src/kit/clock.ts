/** The time, as an argument, so that a test can move it. Milliseconds since 1970. */
export type Clock = { now(): number }

export const systemClock: Clock = { now: () => Date.now() }
