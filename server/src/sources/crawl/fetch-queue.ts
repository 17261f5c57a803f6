import { setTimeout as sleep } from 'node:timers/promises'
import type { App } from '../../app.ts'
import { claimPages, findNextRetry, type QueuedPage } from '../page-queue-store.ts'
import type { ClaimedRun } from '../run-store.ts'
import type { FetchedPage } from './read-fetched-pages.ts'
import type { ResultQueue } from './result-queue.ts'

type Options = {
  fetchPage: (page: QueuedPage) => Promise<FetchedPage>
  results: ResultQueue
  /** Whether to stop before `until`. */
  shouldStop: () => boolean
  until: number
  signal: AbortSignal
}

const claimSeconds = 4
const maxClaimed = 20
const maxRetryWaitMs = 2000
/** How often the queue is checked for discovered pages while requests are under way. */
const pollIntervalMs = 500

/**
 * Fetches the queued pages of a run with a fixed number of concurrent requests, each of which is followed by the next one, so that
 * a page that hangs delays no other. Returns when the queue is empty, at `until`, or when the run is superseded.
 */
export async function fetchQueue(
  { db, settings }: Pick<App, 'db' | 'settings'>,
  run: ClaimedRun,
  { fetchPage, results, shouldStop, until, signal }: Options,
): Promise<'finished' | 'unfinished'> {
  const concurrency = Math.max(1, settings.crawlConcurrency)
  const claimSize = Math.min(maxClaimed, Math.ceil(settings.crawlRequestsPerSecond * claimSeconds))
  const active = new Set<Promise<void>>()
  let claimed: QueuedPage[] = []
  let isStopped = false
  let failure: unknown

  async function next(): Promise<QueuedPage | undefined> {
    if (claimed.length === 0)
      claimed = await db.company(run.companyId, (sql) => claimPages(sql, run, claimSize))
    return claimed.shift()
  }

  async function work(page: QueuedPage): Promise<void> {
    try {
      const fetched = await fetchPage(page)
      // The website wants a longer pause than this slice lasts.
      if (fetched.result?.kind === 'release') isStopped = true
      if (!(await results.add(fetched))) isStopped = true
    } catch (error) {
      failure ??= error
      isStopped = true
    }
  }

  async function fetchAll(): Promise<'finished' | 'unfinished'> {
    while (!isStopped && !shouldStop() && Date.now() < until && !signal.aborted) {
      const page = active.size < concurrency ? await next() : undefined
      if (page) {
        const task = work(page).finally(() => active.delete(task))
        active.add(task)
      } else if (active.size > 0) await Promise.race([...active, sleep(pollIntervalMs)])
      else if (await results.flush()) {
        const waitMs = await db.company(run.companyId, (sql) => findNextRetry(sql, run.runId))
        if (waitMs === null) return 'finished'
        if (waitMs > 0) await waitFor(Math.min(waitMs, maxRetryWaitMs), signal)
      } else return 'unfinished'
    }
    return 'unfinished'
  }

  const end = await fetchAll()
  await Promise.all(active)
  for (const page of claimed) await results.add({ page, result: { kind: 'release' } })
  if (failure !== undefined) throw failure
  return end
}

/** Ends early when the process shuts down. */
export async function waitFor(milliseconds: number, signal: AbortSignal): Promise<void> {
  await sleep(milliseconds, undefined, { signal }).catch(() => {})
}
