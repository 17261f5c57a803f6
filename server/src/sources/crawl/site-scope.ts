import type { SiteConfig } from '@aichat/contracts/ai/sources'
import { matchesPattern } from './match-pattern.ts'
import { normalizeUrl } from './normalize-url.ts'

export type SiteScope = {
  /** Whether an address is on the website, with or without `www.`, on http or https. */
  isOnSite(url: string): boolean
  /** Whether a page may be read: on the website, below its path, and permitted by the patterns. */
  includes(url: string): boolean
  /** Whether the settings exclude a known page. The first page is never excluded, because its links are needed. */
  isExcluded(url: string): boolean
}

export function createSiteScope({
  url,
  include,
  exclude,
}: Pick<SiteConfig, 'url' | 'include' | 'exclude'>): SiteScope {
  const start = new URL(url)
  const site = toSite(start)
  const folder = start.pathname.slice(0, start.pathname.lastIndexOf('/') + 1)
  const isOnSite = (text: string) => URL.canParse(text) && toSite(new URL(text)) === site
  const scope: SiteScope = {
    isOnSite,
    isExcluded: (text) => !scope.includes(text) && text !== normalizeUrl(url),
    includes(text) {
      if (!isOnSite(text)) return false
      const { pathname, search } = new URL(text)
      if (!isBelow(pathname, start.pathname, folder)) return false
      if (isFile(pathname)) return false
      const matches = (pattern: string) =>
        matchesPattern(pattern, pathname) || matchesPattern(pattern, pathname + search)
      return (include.length === 0 || include.some(matches)) && !exclude.some(matches)
    },
  }
  return scope
}

/** Host and port. A website that moves between http and https has the default port of each. */
function toSite({ hostname, port }: URL): string {
  return `${hostname.replace(/^www\./, '').replace(/\.$/, '')}:${port}`
}

/** `/help` and `/help/` include both and `/help/…`; `/help/index.html` includes its folder. */
function isBelow(path: string, start: string, folder: string): boolean {
  const base = start.replace(/\/$/, '')
  if (path === base || path.startsWith(`${base}/`)) return true
  return /\.\w{1,5}$/.test(start) && path.startsWith(folder)
}

/** Files that are no pages. PDF documents are read like pages. */
function isFile(path: string): boolean {
  return /\.(?:jpe?g|png|gif|webp|avif|svg|ico|bmp|tiff?|mp[34]|m4[av]|webm|ogg|wav|mov|avi|zip|gz|tgz|rar|7z|dmg|exe|msi|apk|css|m?js|map|json|xml|rss|atom|woff2?|ttf|eot|docx?|xlsx?|pptx?|odt|csv|ics|epub)$/i.test(
    path,
  )
}
