import {
  type CheckIn,
  checkParameter,
  type Installation,
  parseOrigin,
} from '@aichat/contracts/widget/installation'

/** Completes a typed URL with https, or returns null when it is not a web address. */
export function normalizeUrl(typed: string): string | null {
  const text = typed.trim()
  const url = /^[a-z][a-z0-9+.-]*:\/\//i.test(text) ? text : `https://${text}`
  return text !== '' && parseOrigin(url) !== null ? url : null
}

/** The page's URL with the parameter that makes its loader check in. */
export function buildCheckUrl(page: string): string {
  const url = new URL(page)
  url.searchParams.set(checkParameter, '1')
  return url.href
}

export type CheckResult = { isRefused: boolean; checkIn: CheckIn }

/** The newest check-in of the checked page's website that the state before the check does not contain. */
export function findCheckResult(page: string, before: Installation, now: Installation): CheckResult | null {
  const known = new Set([...before.seen, ...before.refused].map(checkInKey))
  const host = websiteHost(page)
  const fresh = [
    ...now.seen.map((checkIn) => ({ isRefused: false, checkIn })),
    ...now.refused.map((checkIn) => ({ isRefused: true, checkIn })),
  ].filter(({ checkIn }) => !known.has(checkInKey(checkIn)) && websiteHost(checkIn.origin) === host)
  fresh.sort((one, other) => other.checkIn.lastSeenAt.localeCompare(one.checkIn.lastSeenAt))
  return fresh[0] ?? null
}

/** Websites often redirect from http to https, and between a host with and without "www.". */
function websiteHost(url: string): string {
  return new URL(url).host.replace(/^www\./, '')
}

function checkInKey({ origin, lastSeenAt }: CheckIn): string {
  return `${origin} ${lastSeenAt}`
}

/** The page to check by default: the project's website, else an allowed or detected one. */
export function suggestPage(websiteUrl: string | null, { origins, seen }: Installation): string {
  return websiteUrl ?? origins[0] ?? seen[0]?.pageUrl ?? seen[0]?.origin ?? ''
}
