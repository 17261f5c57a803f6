import { readFailures } from '@aichat/contracts/ai/read-failures'
import type { SiteConfig } from '@aichat/contracts/ai/sources'
import type { App } from '../../app.ts'
import { Refusal } from '../../kit/http/refusal.ts'
import type { TransferredContent } from '../../knowledge/read/extract-child.ts'
import { extractPageInChild, withoutBodies } from '../../knowledge/read/parse-in-child.ts'
import type { NewQueuedPage, QueuedPage } from '../page-queue-store.ts'
import type { ClaimedRun } from '../run-store.ts'
import type { Fetched, FetchedContent } from './fetch-url.ts'
import type { LinkFilter } from './link-filter.ts'
import { normalizeUrl, parseSitemapUrl } from './normalize-url.ts'
import type { PageResult } from './page-result.ts'
import { type ParsedPage, readPagesInChild, readSitemapInChild } from './parse-in-child.ts'
import type { ReadSitePage } from './read-site-page.ts'
import { readRobotsRules } from './robots-rules.ts'
import type { SiteScope } from './site-scope.ts'

type WithoutPage<Result> = Result extends unknown ? Omit<Result, 'page' | 'discovered'> : never
export type FetchedPage = { page: QueuedPage } & (
  | { fetched: Fetched; result?: undefined }
  | { result: WithoutPage<PageResult> }
)
type Content = { page: QueuedPage; fetched: FetchedContent }

export type ReadOptions = {
  run: ClaimedRun
  config: SiteConfig
  scope: SiteScope
  /** The links of this run: those that are listed, the filter that counts them, and whether it has rejected one. */
  links: { filter: LinkFilter; seen: Set<string>; hasDropped: boolean }
  /** When no more child processes are started. */
  parseUntil: number
}

const maxSitemapDepth = 3
const maxRedirects = 5
const maxParseAttempts = 2

/** Turns what was fetched into the result of each page. All pages are parsed in one child process, and each PDF in one of its own. */
export async function readFetchedPages(
  app: Pick<App, 'log'>,
  fetched: FetchedPage[],
  options: ReadOptions,
): Promise<PageResult[]> {
  const contents: Content[] = []
  const results: PageResult[] = []
  for (const one of fetched) {
    if (one.result) results.push({ page: one.page, discovered: [], ...one.result })
    else if (one.fetched.kind === 'content') contents.push({ page: one.page, fetched: one.fetched })
    else results.push(toResult(one.page, one.fetched, options.scope))
  }
  const html = contents.filter(({ fetched: { bytes } }) => !bytes)
  const pages = html.map(({ page, fetched: { type, text, robotsTag } }) => ({
    url: page.url,
    type,
    text,
    robotsTag,
  }))
  const read = await readPagesInChild(app, pages, options.parseUntil)
  for (const [index, content] of html.entries())
    results.push(toPageResult(content, read[index] ?? 'failed', options))
  for (const content of contents.filter(({ fetched: { bytes } }) => bytes)) {
    results.push(
      content.page.kind === 'sitemap'
        ? await readSitemapContent(app, content, options.scope)
        : await readPdf(app, content),
    )
  }
  return results
}

/** The result of a response without content. */
function toResult(page: QueuedPage, fetched: Exclude<Fetched, FetchedContent>, scope: SiteScope): PageResult {
  const fail = (reason: string): PageResult => ({
    page,
    discovered: [],
    kind: 'outcome',
    outcome: 'failed',
    reason,
  })
  if (fetched.kind === 'not-modified')
    return { page, discovered: [], kind: 'unchanged', validators: { etag: null, lastModified: null } }
  if (fetched.kind === 'other-type') return fail(readFailures.notAPage)
  if (fetched.kind === 'redirect') return toRedirect(page, fetched, scope)
  const { status } = fetched
  if (page.kind === 'sitemap' && status === 404) return fail(readFailures.noSitemap)
  const reason = readFailures.status(status)
  const isGone = status === 404 || status === 410
  return isGone ? { page, discovered: [], kind: 'gone', outcome: 'failed', reason } : fail(reason)
}

type Redirect = Extract<Fetched, { kind: 'redirect' }>

/** A redirect is listed as a page of its own, so that robots.txt, rate and scope apply to it too. */
function toRedirect(
  page: QueuedPage,
  { target: address, isPermanent }: Redirect,
  scope: SiteScope,
): PageResult {
  const base = { page, discovered: [] as NewQueuedPage[] }
  const { kind, depth, language, redirectCount = 0 } = page
  if (address === null)
    return {
      ...base,
      kind: 'outcome',
      outcome: 'failed',
      reason: readFailures.invalidRedirect,
    }
  const target = page.kind === 'sitemap' ? parseSitemapUrl(address) : normalizeUrl(address)
  if (!target || !scope.isOnSite(target))
    return { ...base, kind: 'outcome', outcome: 'failed', reason: readFailures.redirectToOtherSite }
  if (target === page.url)
    return { ...base, kind: 'outcome', outcome: 'failed', reason: readFailures.redirectToItself }
  if (redirectCount >= maxRedirects)
    return { ...base, kind: 'outcome', outcome: 'failed', reason: readFailures.tooManyRedirects }
  if (page.kind === 'page' && !scope.includes(target))
    return { ...base, kind: 'gone', outcome: 'skipped', reason: readFailures.redirectLeftOut(target) }
  const discovered: NewQueuedPage[] = [
    { url: target, kind, depth, language, redirectCount: redirectCount + 1 },
  ]
  if (kind === 'sitemap') return { page, discovered, kind: 'outcome', outcome: 'listed', reason: target }
  const moved = isPermanent ? { movedTo: target } : {}
  return { page, discovered, kind: 'gone', outcome: 'redirected', reason: target, ...moved }
}

function toPageResult({ page, fetched }: Content, read: ParsedPage, options: ReadOptions): PageResult {
  const fail = (reason: string, discovered: NewQueuedPage[] = []): PageResult => ({
    page,
    discovered,
    kind: 'outcome',
    outcome: 'failed',
    reason,
  })
  if (read === 'postponed') return { page, discovered: [], kind: 'release' }
  if (read === 'failed') {
    // The machine may have been too busy to parse the page in time.
    if (page.attempts >= maxParseAttempts) return fail(readFailures.page)
    return { page, discovered: [], kind: 'retry', delaySeconds: 1 }
  }
  const discovered = listDiscovered(page, read, options)
  if (read.isNoindex)
    return {
      page,
      discovered,
      kind: 'gone',
      outcome: 'skipped',
      reason: readFailures.noIndex,
    }
  if ('problem' in read.content) return fail(read.content.problem, discovered)
  const canonical = findCanonical(page, read, options.scope)
  return {
    page,
    // The original comes first, in case there is no room for all in the run.
    discovered: canonical ? [{ ...canonical, language: page.language }, ...discovered] : discovered,
    kind: 'read',
    content: read.content,
    language: page.language ?? read.language,
    validators: fetched,
    canonical: canonical?.url ?? null,
  }
}

/** Another page of the website; null when the page names itself, also with another protocol or host name. */
function findCanonical(
  page: QueuedPage,
  { canonical }: ReadSitePage,
  scope: SiteScope,
): NewQueuedPage | null {
  const url = canonical ? normalizeUrl(canonical) : null
  if (!url || !scope.includes(url) || simplify(url) === simplify(page.url)) return null
  return { url, kind: 'page', depth: page.depth, language: null }
}

function simplify(url: string): string {
  return url.replace(/^https?:\/\/(?:www\.)?/, '').replace(/\/(?=$|\?)/, '')
}

/** Pages in other languages, and the pages that this one links to. */
function listDiscovered(
  page: QueuedPage,
  { links: addresses, alternates }: ReadSitePage,
  { run, config, scope, links }: ReadOptions,
): NewQueuedPage[] {
  const found: NewQueuedPage[] = []
  function add(address: string, depth: number, language: string | null): void {
    const url = normalizeUrl(address)
    if (!url || links.seen.has(url) || !scope.includes(url)) return
    links.seen.add(url)
    if (links.filter.accepts(url)) found.push({ url, kind: 'page', depth, language })
    else links.hasDropped = true
  }
  for (const { url, language } of alternates) add(url, page.depth, language)
  if (config.discovery === 'links' && page.depth < run.limits.maxDepth)
    for (const address of addresses) add(address, page.depth + 1, null)
  return found
}

async function readSitemapContent(
  app: Pick<App, 'log'>,
  { page, fetched }: Content,
  scope: SiteScope,
): Promise<PageResult> {
  const sitemap = await readSitemapInChild(app, fetched.bytes ?? new Uint8Array())
  const base = { page, discovered: [] as NewQueuedPage[], kind: 'outcome' as const }
  if ('problem' in sitemap) return { ...base, outcome: 'failed', reason: sitemap.problem }
  const nested = page.depth < maxSitemapDepth ? sitemap.sitemaps : []
  const sitemaps = nested.flatMap((address): NewQueuedPage[] => {
    const url = parseSitemapUrl(address)
    return url && scope.isOnSite(url) ? [{ url, kind: 'sitemap', depth: page.depth + 1, language: null }] : []
  })
  const pages = sitemap.pages.flatMap(({ url, language }): NewQueuedPage[] => {
    const address = normalizeUrl(url)
    return address && scope.includes(address) ? [{ url: address, kind: 'page', depth: 0, language }] : []
  })
  return { ...base, discovered: [...sitemaps, ...pages], outcome: 'listed', reason: null }
}

async function readPdf(app: Pick<App, 'log'>, { page, fetched }: Content): Promise<PageResult> {
  const base = { page, discovered: [] as NewQueuedPage[] }
  if (readRobotsRules(fetched.robotsTag).has('noindex'))
    return { ...base, kind: 'gone', outcome: 'skipped', reason: readFailures.noIndex }
  const read = await tryReadPdf(app, page, fetched)
  if (typeof read === 'string') return { ...base, kind: 'outcome', outcome: 'failed', reason: read }
  const { language } = page
  return { ...base, kind: 'read', content: read, language, validators: fetched, canonical: null }
}

async function tryReadPdf(
  app: Pick<App, 'log'>,
  { url }: QueuedPage,
  { type, bytes = new Uint8Array() }: FetchedContent,
): Promise<TransferredContent | string> {
  try {
    return withoutBodies(await extractPageInChild(app, { url, type, text: '', bytes }))
  } catch (error) {
    if (error instanceof Refusal) return error.message
    throw error
  }
}
