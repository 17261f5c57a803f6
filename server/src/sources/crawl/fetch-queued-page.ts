import { readFailures } from '@aichat/contracts/ai/read-failures'
import type { App } from '../../app.ts'
import { unreachableCode } from '../../kit/http/public-web.ts'
import { Refusal } from '../../kit/http/refusal.ts'
import type { QueuedPage } from '../page-queue-store.ts'
import { type Fetched, fetchUrl } from './fetch-url.ts'
import type { HostHealth } from './host-health.ts'
import type { HostPacer } from './host-pacer.ts'
import type { FetchedPage } from './read-fetched-pages.ts'
import type { Robots, RobotsCache } from './robots.ts'
import type { SiteScope } from './site-scope.ts'

type Dependencies = Pick<App, 'publicWeb' | 'settings'> & {
  pacer: HostPacer
  robots: RobotsCache
  health: HostHealth
}
type Options = { scope: SiteScope; until: number; signal: AbortSignal }

/** Attempts of a page that the website could not serve, and of one whose process ended each time. */
const maxAttempts = 3
const maxCrashedAttempts = 6
const retrySeconds = 3
/** A website that asks for a longer pause is not read now. */
const maxPauseSeconds = 300

/** The reason of known pages that the present settings exclude. */

/** Requests queued pages politely: as robots.txt permits, at the permitted rate, and after the pause that the website asks for. */
export function createSiteFetcher(
  { pacer, robots: cache, health, ...app }: Dependencies,
  { scope, until, signal }: Options,
): (page: QueuedPage) => Promise<FetchedPage> {
  return async (page) => {
    if (!scope.isOnSite(page.url)) return toFailure(page, readFailures.otherSite)
    if (page.attempts > maxCrashedAttempts) return toFailure(page, readFailures.page)
    if (page.known && scope.isExcluded(page.url))
      return { page, result: { kind: 'gone', outcome: 'skipped', reason: readFailures.excluded } }
    // Rules are those of the page's own protocol and host name, which may differ from those of the first page.
    const robots = await catchRefusal(cache.get(page.url, scope.isOnSite))
    if (robots instanceof Refusal) return toRetryOrFailure(page, robots)
    if (page.kind === 'page' && !robots.isAllowed(page.url))
      return { page, result: { kind: 'gone', outcome: 'skipped', reason: readFailures.disallowed } }
    const { host } = new URL(page.url)
    const intervalMs = toIntervalMs(app.settings.crawlRequestsPerSecond, robots)
    if (!(await pacer.wait(host, { intervalMs, until, signal }))) return { page, result: { kind: 'release' } }
    const fetched = await request(app, page)
    health.record(page.url, !(fetched instanceof Refusal && fetched.code === unreachableCode))
    if (fetched instanceof Refusal) return toRetryOrFailure(page, fetched)
    if (fetched.kind !== 'status') return { page, fetched }
    const { status, retryAfterSeconds } = fetched
    if (status < 500 && status !== 429) return { page, fetched }
    if (page.attempts >= maxAttempts) return toFailure(page, readFailures.status(status))
    const delaySeconds = retryAfterSeconds ?? retrySeconds * page.attempts
    if (delaySeconds > maxPauseSeconds) return toFailure(page, readFailures.slowDown(status))
    if (retryAfterSeconds !== null || status === 429) pacer.pause(host, delaySeconds * 1000)
    return { page, result: { kind: 'retry', delaySeconds } }
  }
}

function toIntervalMs(requestsPerSecond: number, { crawlDelaySeconds }: Robots): number {
  return Math.max(1000 / requestsPerSecond, crawlDelaySeconds * 1000)
}

function toFailure(page: QueuedPage, reason: string): FetchedPage {
  return { page, result: { kind: 'outcome', outcome: 'failed', reason } }
}

function toRetryOrFailure(page: QueuedPage, { code, message }: Refusal): FetchedPage {
  const isTemporary = code === unreachableCode && page.attempts < maxAttempts - 1
  return isTemporary
    ? { page, result: { kind: 'retry', delaySeconds: retrySeconds } }
    : toFailure(page, message)
}

function request(app: Pick<App, 'publicWeb'>, page: QueuedPage): Promise<Fetched | Refusal> {
  const kind = page.kind === 'sitemap' ? 'sitemap' : 'page'
  return catchRefusal(fetchUrl(app, page.url, kind, page.known ?? undefined))
}

async function catchRefusal<Result>(work: Promise<Result>): Promise<Result | Refusal> {
  try {
    return await work
  } catch (error) {
    if (error instanceof Refusal) return error
    throw error
  }
}
