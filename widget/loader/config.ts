import type { PublicConfig } from '@aichat/contracts/visitors'

/** Throws if the widget is not published, not allowed on this website, or the server cannot be reached. */
export async function fetchConfig(
  origin: string,
  publicKey: string,
  language: string,
): Promise<PublicConfig> {
  const query = new URLSearchParams('launcher=1')
  // The console's installation check opens the page with this parameter, which also bypasses caches.
  if (location.search.includes('aichat_check')) query.set('check', location.origin + location.pathname)
  if (language !== 'en') query.set('lang', language)
  const response = await fetch(`${origin}/api/public/${encodeURIComponent(publicKey)}?${query}`)
  if (response.headers.has('Aichat-Refused')) throw 0
  const { data }: { data: PublicConfig } = await response.json()
  return data
}
