import type { PublicConfig } from '@aichat/contracts/visitors'

/** Throws when the widget is not published or not for this website, or when the server cannot be reached. */
export async function fetchConfig(
  origin: string,
  publicKey: string,
  language: string,
): Promise<PublicConfig> {
  const query = new URLSearchParams('launcher=1')
  // Opened by the console's check, the page says which one it is, past every cache.
  if (location.search.includes('aichat_check')) query.set('check', location.origin + location.pathname)
  if (language !== 'en') query.set('lang', language)
  const response = await fetch(`${origin}/api/public/${encodeURIComponent(publicKey)}?${query}`)
  if (response.headers.has('Aichat-Refused')) throw 0
  const { data }: { data: PublicConfig } = await response.json()
  return data
}
