import { type CheckIn, checkParameter, type Installation, originOf } from '@aichat/contracts/installation'

/** What a person types, as a full address: https where they left it out. */
export function fullAddress(typed: string): string | null {
  const text = typed.trim()
  const address = /^[a-z][a-z0-9+.-]*:\/\//i.test(text) ? text : `https://${text}`
  return text !== '' && originOf(address) !== null ? address : null
}

/** The page that reports itself to us when it is opened. */
export function checkAddress(page: string): string {
  const url = new URL(page)
  url.searchParams.set(checkParameter, '1')
  return url.href
}

export type News = { isRefused: boolean; sighting: CheckIn }

/** The newest of what was seen or refused since, if anything was. */
export function newsSince(before: Installation, now: Installation): News | null {
  const known = new Set([...before.seen, ...before.refused].map(markOf))
  const fresh = [
    ...now.seen.map((sighting) => ({ isRefused: false, sighting })),
    ...now.refused.map((sighting) => ({ isRefused: true, sighting })),
  ].filter(({ sighting }) => !known.has(markOf(sighting)))
  fresh.sort((one, other) => other.sighting.lastSeenAt.localeCompare(one.sighting.lastSeenAt))
  return fresh[0] ?? null
}

function markOf({ origin, lastSeenAt }: CheckIn): string {
  return `${origin} ${lastSeenAt}`
}

/** The page to look at first: the project's website, else where it may be or was. */
export function likelyPage(websiteUrl: string | null, { origins, seen }: Installation): string {
  return websiteUrl ?? origins[0] ?? seen[0]?.pageUrl ?? seen[0]?.origin ?? ''
}
