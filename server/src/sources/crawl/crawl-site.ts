import type { App } from '../../app.ts'
import { unreachableCode } from '../../kit/http/public-web.ts'
import { Refusal } from '../../kit/http/refusal.ts'
import { listQueuedUrls } from '../page-queue-store.ts'
import { recordResults } from '../record-results.ts'
import { addNote, type ClaimedRun, holdRun } from '../run-store.ts'
import { fetchQueue, waitFor } from './fetch-queue.ts'
import { createSiteFetcher } from './fetch-queued-page.ts'
import { createHostHealth } from './host-health.ts'
import type { HostPacer } from './host-pacer.ts'
import { createLinkFilter } from './link-filter.ts'
import { type FetchedPage, readFetchedPages } from './read-fetched-pages.ts'
import { createResultQueue } from './result-queue.ts'
import type { RobotsCache } from './robots.ts'
import { seedSite } from './seed-site.ts'
import { createSiteScope } from './site-scope.ts'

export type SliceDependencies = Pick<App, 'db' | 'jobs' | 'realtime' | 'publicWeb' | 'settings' | 'log'> & {
  pacer: HostPacer
  robots: RobotsCache
}

/** Where a slice of a run ended: `superseded` when the run was stopped or is claimed by another process. */
export type SliceEnd = 'finished' | 'unfinished' | 'superseded'

/**
 * The times in which a slice starts requests and starts to parse. A request takes up to 15 seconds and parsing 20, and both must
 * end before the lease of the slice's job, which is 75 seconds.
 */
const fetchMs = 25_000
const parseMs = 45_000

/**
 * Reads pages of a website for some time: pages are fetched while those before are parsed and stored. Pages whose outcome is stored
 * are never requested again in this run, also not after a crash.
 * @throws Refusal when the website cannot be read
 */
export async function crawlSite(
  app: SliceDependencies,
  run: ClaimedRun,
  signal: AbortSignal,
): Promise<SliceEnd> {
  const startedAt = Date.now()
  const config = run.config ?? refuseWithoutConfig()
  const scope = createSiteScope(config)
  const robots = await app.robots.get(config.url, scope.isOnSite)
  if (!run.isSeeded && !(await seedSite(app, run, config, { scope, robots }))) return 'superseded'
  const queued = await app.db.company(run.companyId, (sql) => listQueuedUrls(sql, run.runId))
  const links = { filter: createLinkFilter(queued), seen: new Set(queued), hasDropped: false }
  const health = createHostHealth()
  const until = startedAt + fetchMs
  const parseUntil = startedAt + parseMs

  async function store(fetched: FetchedPage[]): Promise<boolean> {
    const inTime = Date.now() < parseUntil ? fetched : fetched.map(toReleased)
    return recordResults(
      app,
      run,
      await readFetchedPages(app, inTime, { run, config, scope, links, parseUntil }),
    )
  }

  const results = createResultQueue(store)
  const fetchPage = createSiteFetcher({ ...app, health }, { scope, until, signal })
  const end = await fetchQueue(app, run, { fetchPage, results, shouldStop: health.isDown, until, signal })
  if (!(await results.flush())) return 'superseded'
  if (links.hasDropped) await noteDroppedLinks(app, run)
  if (health.isDown()) throw new Refusal(400, stoppedAnswering, unreachableCode)
  // A website that wants a pause is not asked again before the end of the slice.
  if (end === 'unfinished') await waitFor(until - Date.now(), signal)
  return end
}

async function noteDroppedLinks({ db }: Pick<App, 'db'>, run: ClaimedRun): Promise<void> {
  await db.company(run.companyId, async (sql) => {
    if (await holdRun(sql, run)) await addNote(sql, run.runId, droppedLinks)
  })
}

const droppedLinks =
  'Some links were skipped because they look endless, such as those of calendars and filters. Use a sitemap to read all pages.'
const stoppedAnswering =
  'The website stopped answering, so the remaining pages were not read. Please try again later.'

/** It is read in the next slice, unless its outcome needs no parsing. */
function toReleased(fetched: FetchedPage): FetchedPage {
  if (fetched.result || fetched.fetched.kind !== 'content') return fetched
  return { page: fetched.page, result: { kind: 'release' } }
}

function refuseWithoutConfig(): never {
  throw new Error('A website has a configuration')
}
