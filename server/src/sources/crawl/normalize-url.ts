const maxLength = 2000
/** Parameters that identify a visitor or a campaign, and do not change the page. */
const trackingParameter =
  /^(?:utm_\w+|mtm_\w+|pk_\w+|hsa_\w+|_ga|_gl|_hs\w+|mc_[ce]id|mkt_tok|[gdy]clid|[gw]braid|gclsrc|fbclid|msclkid|igshid|twclid|ttclid|yclid|vero_id|oly_\w+|trk|ref_src)$/i
const sessionParameter =
  /^(?:s?id=[\da-f]{16,}|(?:jsessionid|phpsessid|aspsessionid\w*|cfid|cftoken|sessionid|session_id|sess|sid|oscsid|zenid|osCsid)=.*)$/i
const sessionInPath = /;(?:jsessionid|phpsessid|sid)=[^/?]*/gi

/** The normalized address of a sitemap; null for an invalid or too long address. */
export function parseSitemapUrl(text: string): string | null {
  if (!URL.canParse(text)) return null
  const { href } = new URL(text)
  return href.length > maxLength ? null : href
}

/**
 * One address for each page: without fragment, session id and tracking parameters, and with sorted parameters. Null for an
 * address that is not a web page's.
 */
export function normalizeUrl(text: string, base?: string): string | null {
  if (text.length > maxLength * 2 || !URL.canParse(text, base)) return null
  const url = new URL(text, base)
  if (!/^https?:$/.test(url.protocol) || url.username || url.password) return null
  url.hash = ''
  url.hostname = url.hostname.replace(/\.$/, '')
  url.pathname = url.pathname.replace(sessionInPath, '').replace(/\/{2,}/g, '/')
  const parameters = [...url.searchParams]
    .filter(([name, value]) => !trackingParameter.test(name) && !sessionParameter.test(`${name}=${value}`))
    .toSorted(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0))
  url.search = new URLSearchParams(parameters).toString()
  return url.href.length > maxLength ? null : url.href
}
