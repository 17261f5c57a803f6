/**
 * `points` uses within `seconds`, counted by a key such as a client address or a person. Names are unique. `sentence` is shown
 * when the limit is reached, instead of a general one.
 */
export type RateLimit = { name: string; points: number; seconds: number; sentence?: string }

/**
 * A limit of a route or command, and the key that its uses are counted by. With `when` the handler counts, under this condition;
 * otherwise every call is counted before it is handled.
 */
export type CountedLimit = {
  limit: RateLimit
  by: 'address' | 'user' | 'company' | 'visitor' | 'website'
  when?: string
}

/** The limits of one route or command. */
export type DeclaredLimits = 'none' | CountedLimit | readonly CountedLimit[]

/** Counted by client address, for IPv6 by network. */
export function perAddress(limit: RateLimit, when?: string): CountedLimit {
  return { limit, by: 'address', when }
}

/** Counted by the member or API key that calls. */
export function perUser(limit: RateLimit, when?: string): CountedLimit {
  return { limit, by: 'user', when }
}

export function perCompany(limit: RateLimit, when?: string): CountedLimit {
  return { limit, by: 'company', when }
}

export function perVisitor(limit: RateLimit, when?: string): CountedLimit {
  return { limit, by: 'visitor', when }
}

/** Counted by project and website. */
export function perWebsite(limit: RateLimit, when?: string): CountedLimit {
  return { limit, by: 'website', when }
}

export function toLimits(rateLimit: DeclaredLimits): readonly CountedLimit[] {
  if (rateLimit === 'none') return []
  return 'limit' in rateLimit ? [rateLimit] : rateLimit
}
