import { type CheckIn, checkParameter, type Installation, parseOrigin } from '@aichat/contracts/installation'

/** What a person types, as a full address: https where they left it out. */
export function normalizeUrl(typed: string): string | null {
  const text = typed.trim()
  const address = /^[a-z][a-z0-9+.-]*:\/\//i.test(text) ? text : `https://${text}`
  return text !== '' && parseOrigin(address) !== null ? address : null
}

/** The page that reports itself to us when it is opened. */
export function buildCheckUrl(page: string): string {
  const url = new URL(page)
  url.searchParams.set(checkParameter, '1')
  return url.href
}

export type NewCheckIn = { isRefused: boolean; checkIn: CheckIn }

/** The newest of what was seen or refused since, if anything was. */
export function findNewCheckIn(before: Installation, now: Installation): NewCheckIn | null {
  const known = new Set([...before.seen, ...before.refused].map(checkInKey))
  const fresh = [
    ...now.seen.map((checkIn) => ({ isRefused: false, checkIn })),
    ...now.refused.map((checkIn) => ({ isRefused: true, checkIn })),
  ].filter(({ checkIn }) => !known.has(checkInKey(checkIn)))
  fresh.sort((one, other) => other.checkIn.lastSeenAt.localeCompare(one.checkIn.lastSeenAt))
  return fresh[0] ?? null
}

function checkInKey({ origin, lastSeenAt }: CheckIn): string {
  return `${origin} ${lastSeenAt}`
}

/** The page to look at first: the project's website, else where it may be or was. */
export function suggestPage(websiteUrl: string | null, { origins, seen }: Installation): string {
  return websiteUrl ?? origins[0] ?? seen[0]?.pageUrl ?? seen[0]?.origin ?? ''
}
