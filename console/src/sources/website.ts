import type { Source } from '@aichat/contracts/ai/sources'

/** The newest source that reads the website of a project. Sources are listed newest first. */
export function findWebsite(sources: readonly Source[], websiteUrl: string): Source | null {
  const host = toHost(websiteUrl)
  return sources.find(({ config }) => config !== null && toHost(config.url) === host) ?? null
}

/** Without `www.`, which people leave out: `shop.example` or `localhost:3000`. */
export function toHost(url: string): string {
  return URL.canParse(url) ? new URL(url).host.replace(/^www\./, '') : url
}
