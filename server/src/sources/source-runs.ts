import type { SourceRun } from '@aichat/contracts/ai/sources'
import type { App } from '../app.ts'
import type { Sql } from '../kit/db/db.ts'
import { newId } from '../kit/db/ids.ts'
import { Refusal } from '../kit/http/refusal.ts'
import { leaseSeconds } from '../kit/jobs/jobs.ts'
import { forEachItem } from '../kit/process/each-item.ts'
import { type ScheduledTask, scheduleTask } from '../kit/process/scheduler.ts'
import { broadcastRun } from './broadcast.ts'
import { crawlSite, type SliceEnd } from './crawl/crawl-site.ts'
import { createHostPacer } from './crawl/host-pacer.ts'
import { createRobotsCache } from './crawl/robots.ts'
import { findFailure } from './page-queue-store.ts'
import { readArchive } from './read-archive.ts'
import { removeGonePages } from './remove-gone-pages.ts'
import {
  type ClaimedRun,
  claimRun,
  finishRun,
  insertRun,
  listStalledRuns,
  resumeRun,
  type StalledRun,
  touchRun,
} from './run-store.ts'
import { claimSchedule, type DueSource, listDueSources, type Scope } from './store.ts'

export const sourceQueue = 'source-runs'

export type SourceRuns = {
  /** Starts a run and returns its id; null when one is active. `alongside` runs in the same transaction. */
  startRun(
    scope: Scope,
    sourceId: string,
    reason: SourceRun['reason'],
    options?: StartOptions,
  ): Promise<string | null>
  /** False when the run cannot be resumed. `alongside` runs in the same transaction. */
  resume(scope: Scope, sourceId: string, runId: string, alongside: Alongside): Promise<boolean>
  /** Handles a job of the queue. */
  handle(data: Record<string, string>): Promise<void>
  /** Starts scheduled runs, and continues runs whose process ended. */
  start(isSingleProcess: boolean): void
  close(): Promise<void>
}
type Alongside = (sql: Sql) => Promise<void>
type StartOptions = { archiveKey?: string; alongside?: Alongside }

type Dependencies = Pick<App, 'db' | 'jobs' | 'realtime' | 'publicWeb' | 'settings' | 'storage' | 'log'>

const taskName = 'source runs'
const intervalMs = 15_000
const batchSize = 50

/** A run reads a source in slices, each of which is a job, so that many runs take turns and each survives its process. */
export function createSourceRuns(app: Dependencies): SourceRuns {
  const control = new AbortController()
  const slices = { ...app, pacer: createHostPacer(), robots: createRobotsCache(app) }
  let task: ScheduledTask | undefined

  const addJob = ({ companyId, projectId }: Scope, runId: string) =>
    app.jobs.add(sourceQueue, runId, { companyId, projectId, runId })

  async function handle({ companyId, projectId, runId }: Record<string, string>): Promise<void> {
    if (!companyId || !projectId || !runId) return
    const scope = { companyId, projectId }
    const run = await app.db.company(companyId, (sql) => claimRun(sql, scope, runId, newId()))
    if (!run) return
    const end = await runSlice(slices, run, control.signal)
    if (control.signal.aborted)
      throw new Error('The process is shutting down; the next job continues the run')
    if (end === 'unfinished') await addJob(scope, runId)
  }

  async function startRun(
    scope: Scope,
    sourceId: string,
    reason: SourceRun['reason'],
    { archiveKey = undefined, alongside }: StartOptions = {},
  ): Promise<string | null> {
    const id = newId()
    const isStarted = await app.db.company(scope.companyId, async (sql) => {
      const run = { id, reason, archiveKey: archiveKey ?? null }
      const isInserted = await insertRun(sql, scope, sourceId, run)
      if (isInserted) await alongside?.(sql)
      return isInserted
    })
    if (isStarted) await addJob(scope, id)
    return isStarted ? id : null
  }

  return {
    startRun,
    handle,
    async resume(scope, sourceId, runId, alongside) {
      const isResumed = await app.db.company(scope.companyId, async (sql) => {
        const resumed = await resumeRun(sql, scope.projectId, sourceId, runId)
        if (resumed) await alongside(sql)
        return resumed
      })
      if (isResumed) await addJob(scope, runId)
      return isResumed
    },
    start(isSingleProcess) {
      const defaultSeconds = leaseSeconds + 15
      // No other process uses the database, so runs found at the start have been interrupted.
      let nextSeconds = isSingleProcess ? 0 : defaultSeconds
      const run = (signal: AbortSignal) => {
        const silentSeconds = nextSeconds
        nextSeconds = defaultSeconds
        return runDueWork(app, { silentSeconds, signal, addJob, startRun })
      }
      task = scheduleTask({ name: taskName, intervalMs, runsAtStart: true, run }, app.log)
    },
    async close() {
      control.abort()
      await task?.close()
    },
  }
}

type DueWork = Pick<SourceRuns, 'startRun'> & {
  silentSeconds: number
  signal: AbortSignal
  addJob: (scope: Scope, runId: string) => Promise<void>
}

async function runDueWork(
  { db, log }: Pick<App, 'db' | 'log'>,
  { silentSeconds, signal, addJob, startRun }: DueWork,
): Promise<void> {
  async function resumeStalled({ runId, ...scope }: StalledRun): Promise<void> {
    await db.company(scope.companyId, (sql) => touchRun(sql, scope.projectId, runId))
    await addJob(scope, runId)
  }

  async function startDue({ sourceId, ...scope }: DueSource): Promise<void> {
    const isClaimed = await db.company(scope.companyId, (sql) =>
      claimSchedule(sql, scope.projectId, sourceId),
    )
    if (isClaimed) await startRun(scope, sourceId, 'schedule')
  }

  const options = { task: taskName, log, signal }
  const stalled = await db.lookup((sql) => listStalledRuns(sql, silentSeconds, batchSize))
  await forEachItem(stalled, resumeStalled, options)
  const due = await db.lookup((sql) => listDueSources(sql, batchSize))
  await forEachItem(due, startDue, options)
}

type Slices = Parameters<typeof crawlSite>[0] & Parameters<typeof readArchive>[0]

/** Reads for some time, and stores the end of the run when everything is read or the source cannot be read. */
async function runSlice(app: Slices, run: ClaimedRun, signal: AbortSignal): Promise<SliceEnd> {
  try {
    const read = run.kind === 'site' ? crawlSite : readArchive
    const end = await read(app, run, signal)
    if (end !== 'finished') return end
    if (!(await removeGonePages(app, run))) return 'superseded'
    await finish(app, run)
    return end
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    await finish(app, run, error.message)
    return 'finished'
  }
}

/** A run fails as a whole when it has read no page at all, or cannot continue. */
async function finish(app: Slices, run: ClaimedRun, error?: string): Promise<void> {
  await app.db.company(run.companyId, async (sql) => {
    await finishRun(sql, run, error ?? (await findFailure(sql, run.runId)))
  })
  await broadcastRun(app, run)
}
