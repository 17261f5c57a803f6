import type { SiteConfig } from '@aichat/contracts/ai/sources'
import type { App } from '../../app.ts'
import { type NewQueuedPage, queuePages } from '../page-queue-store.ts'
import { clearValidators, listKnownPages } from '../page-store.ts'
import { type ClaimedRun, holdRun, isPreviousRunComplete, markSeeded } from '../run-store.ts'
import { normalizeUrl, parseSitemapUrl } from './normalize-url.ts'
import type { Robots } from './robots.ts'
import type { SiteScope } from './site-scope.ts'

/** Lists what a run starts from: the pages of earlier runs, and the sitemaps or the first page. False when it is superseded. */
export function seedSite(
  { db }: Pick<App, 'db'>,
  run: ClaimedRun,
  config: SiteConfig,
  { scope, robots }: { scope: SiteScope; robots: Robots },
): Promise<boolean> {
  return db.company(run.companyId, async (sql) => {
    if (!(await holdRun(sql, run))) return false
    const starts = config.discovery === 'links' ? listStart(config.url) : listSitemaps(config, scope, robots)
    // Links that the run before did not follow are on pages that may not have changed.
    if (config.discovery === 'links' && !(await isPreviousRunComplete(sql, run)))
      await clearValidators(sql, run.sourceId)
    const known = await listKnownPages(sql, run.sourceId)
    const pages = known.map((page): NewQueuedPage => ({ ...page, kind: 'page' }))
    await queuePages(sql, run, [...starts, ...pages])
    await markSeeded(sql, run)
    return true
  })
}

function listStart(address: string): NewQueuedPage[] {
  const url = normalizeUrl(address)
  return url ? [{ url, kind: 'page', depth: 0, language: null }] : []
}

function listSitemaps(config: SiteConfig, scope: SiteScope, robots: Robots): NewQueuedPage[] {
  const named = config.sitemapUrl ? [config.sitemapUrl] : robots.sitemaps.filter(scope.isOnSite)
  const urls = named.length > 0 ? named : [new URL('/sitemap.xml', config.url).href]
  const addresses = urls.flatMap((url) => parseSitemapUrl(url) ?? [])
  return [...new Set(addresses)].map((url) => ({ url, kind: 'sitemap', depth: 0, language: null }))
}
