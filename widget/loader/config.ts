import type { LauncherConfig } from '@aichat/contracts/chat/visitors'

/**
 * Returns null if the widget is not published or not allowed on this website. Throws if the server cannot be reached,
 * which may pass.
 */
export async function fetchConfig(
  origin: string,
  publicKey: string,
  language: string,
): Promise<LauncherConfig | null> {
  let address = `${origin}/api/public/${encodeURIComponent(publicKey)}?launcher=1`
  // The console's installation check opens the page with this parameter, which also bypasses caches.
  if (location.search.includes('aichat_check'))
    address += `&check=${encodeURIComponent(location.origin + location.pathname)}`
  if (language !== 'en') address += `&lang=${language}`
  const response = await fetch(address)
  if (response.status === 404 || response.headers.has('Aichat-Refused')) return null
  const { data }: { data?: LauncherConfig } = await response.json()
  if (!data) throw response.status
  return data
}
