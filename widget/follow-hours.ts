import type { PublicConfig } from '@aichat/contracts/chat/visitors'

type Hours = PublicConfig['hours']

const checkIntervalMs = 5000
const retryIntervalMs = 60_000

/** Outside business hours the company may hide the launcher. */
export const hidesLauncher = (hours: Hours): boolean => hours?.outsideHours === 'hide' && !hours.isOpen

/**
 * Fetches the business hours again when the team opens or closes. The server decides what has changed, because the visitor's
 * clock may be wrong. While `getHours` returns null, nothing is fetched. Returns the function that ends it.
 */
export function followHours(
  getHours: () => Hours,
  fetchConfig: () => Promise<{ hours: Hours } | null>,
  onChange: (hours: Hours) => void,
): () => void {
  let nextFetchAt = 0
  const timer = setInterval(async () => {
    const hours = getHours()
    const changesAt = Date.parse(hours?.opensAt ?? hours?.closesAt ?? '')
    const isDue = Date.now() >= Math.max(changesAt, nextFetchAt)
    if (!isDue) return
    nextFetchAt = Date.now() + retryIntervalMs
    const config = await fetchConfig().catch(() => null)
    if (config) onChange(config.hours)
  }, checkIntervalMs)
  return () => clearInterval(timer)
}
