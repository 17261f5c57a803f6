/** `points` uses within `seconds`, counted by a key such as a client address or a person. Names are unique. */
export type RateLimit = { name: string; points: number; seconds: number }
