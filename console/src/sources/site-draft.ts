import { type SiteConfig, type Source, type SourceSchedule, sourceLimits } from '@aichat/contracts/ai/sources'

/** The fields of a website's settings, as they are edited. */
export type SiteDraft = {
  discovery: SiteConfig['discovery']
  sitemapUrl: string
  include: string
  exclude: string
  maxPages: number
  maxDepth: number
  schedule: SourceSchedule
}

export function createSiteDraft(source?: Source): SiteDraft {
  return {
    discovery: source?.config?.discovery ?? 'sitemap',
    sitemapUrl: source?.config?.sitemapUrl ?? '',
    include: source?.config?.include.join('\n') ?? '',
    exclude: source?.config?.exclude.join('\n') ?? '',
    maxPages: source?.limits.maxPages ?? sourceLimits.defaultPages,
    maxDepth: source?.limits.maxDepth ?? sourceLimits.defaultDepth,
    schedule: source?.schedule ?? 'off',
  }
}

/** The first pages of a website: the given one and those that it links to. */
export function createWebsiteDraft(): SiteDraft {
  return { ...createSiteDraft(), discovery: 'links', maxPages: 20, maxDepth: 1 }
}

/** What the API takes for a new website. */
export function toSource(url: string, draft: SiteDraft) {
  const { maxPages, maxDepth, schedule } = draft
  return {
    kind: 'site' as const,
    config: { url, ...toConfig(draft) },
    limits: { maxPages, maxDepth },
    schedule,
  }
}

export function toConfig({ discovery, sitemapUrl, include, exclude }: SiteDraft) {
  return {
    discovery,
    sitemapUrl: discovery === 'sitemap' && sitemapUrl.trim() ? sitemapUrl.trim() : null,
    include: toPatterns(include),
    exclude: toPatterns(exclude),
  }
}

function toPatterns(text: string): string[] {
  return text
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean)
}
