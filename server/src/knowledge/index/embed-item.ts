import { type KnowledgeItem, type KnowledgeStatus, knowledgeLimits } from '@aichat/contracts/ai/knowledge'
import type { App } from '../../app.ts'
import type { Sql } from '../../kit/db/db.ts'
import { notFound } from '../../kit/http/refusal.ts'
import { broadcastItem, type Scope } from '../broadcast.ts'
import { findItem, requestRun } from '../store.ts'
import { type EmbeddingRuns, embedQueue } from './embedding-runs.ts'

/** Runs in the transaction that requests a new run. */
type Alongside = (sql: Sql) => Promise<void>

export type EmbedOutcome = { status: KnowledgeStatus; error: string | null }

/** How often the row is polled, in case another process executes the run. */
const pollIntervalMs = 500

/**
 * Embeds an item (extract, split, index) and waits for the outcome. A call during a run joins that run; a later call
 * starts a new one. A run of more than 10 s answers `pending` and continues.
 */
export async function embedItem(
  app: Pick<App, 'db' | 'jobs' | 'realtime' | 'clock'> & { runs: EmbeddingRuns },
  scope: Scope,
  item: Pick<KnowledgeItem, 'id' | 'status'>,
  alongside: Alongside,
): Promise<EmbedOutcome> {
  await enqueueEmbedding(app, scope, item, alongside)
  const until = app.clock.now() + knowledgeLimits.embedWaitSeconds * 1000
  while (app.clock.now() < until && !app.runs.isClosed()) {
    await app.runs.waitForEnd(item.id, Math.min(pollIntervalMs, until - app.clock.now()))
    const now = await app.db.company(scope.companyId, (sql) => findItem(sql, scope.projectId, item.id))
    if (!now) notFound()
    if (now.stage === null) return { status: now.status, error: now.error }
  }
  return { status: 'pending', error: null }
}

/** Updates the row before adding the job: if the process ends in between, the periodic check finds the row. */
export async function enqueueEmbedding(
  app: Pick<App, 'db' | 'jobs' | 'realtime'>,
  scope: Scope,
  item: Pick<KnowledgeItem, 'id' | 'status'>,
  alongside?: Alongside,
): Promise<void> {
  const isNew = await app.db.company(scope.companyId, async (sql) => {
    const isRequested = await requestRun(sql, scope.projectId, item.id)
    if (isRequested) await alongside?.(sql)
    return isRequested
  })
  if (isNew) await enqueueRequestedRuns(app, scope, [item.id], item.status)
}

/** Adds the jobs of runs that were requested in a transaction of the caller. */
export async function enqueueRequestedRuns(
  app: Pick<App, 'jobs' | 'realtime'>,
  { companyId, projectId }: Scope,
  itemIds: string[],
  status: KnowledgeStatus,
): Promise<void> {
  for (const itemId of itemIds) {
    broadcastItem(app, { companyId, projectId }, { id: itemId, status, stage: 'waiting' })
    await app.jobs.add(embedQueue, itemId, { companyId, projectId, itemId })
  }
}
