import { type KnowledgeItem, type KnowledgeStatus, knowledgeLimits } from '@aichat/contracts/knowledge'
import type { App } from '../app.ts'
import { notFound } from '../kit/http/refusal.ts'
import { broadcastItem, type Scope } from './broadcast.ts'
import { type EmbeddingRuns, embedQueue } from './embedding-runs.ts'
import { findItem, requestRun } from './store.ts'

export type EmbedOutcome = { status: KnowledgeStatus; error: string | null }

/** Another process may do the work: then the row tells, asked so often. */
const pollIntervalMs = 500

/**
 * Asks for an item to be read, split and indexed, and waits for the outcome. Asked again while that is under way, it
 * waits with those who asked before; asked again later, it reads anew. What takes longer than 10 s answers `pending`
 * and goes on.
 */
export async function embedItem(
  app: Pick<App, 'db' | 'jobs' | 'realtime'>,
  runs: EmbeddingRuns,
  scope: Scope,
  item: Pick<KnowledgeItem, 'id' | 'status'>,
): Promise<EmbedOutcome> {
  await enqueueEmbedding(app, scope, item)
  const until = Date.now() + knowledgeLimits.embedWaitSeconds * 1000
  while (Date.now() < until && !runs.isClosed()) {
    await runs.waitForEnd(item.id, Math.min(pollIntervalMs, until - Date.now()))
    const now = await app.db.company(scope.companyId, (sql) => findItem(sql, scope.projectId, item.id))
    if (!now) notFound()
    if (now.stage === null) return { status: now.status, error: now.error }
  }
  return { status: 'pending', error: null }
}

/** The row first: should the process end before the job is there, the row is found by its age. */
export async function enqueueEmbedding(
  app: Pick<App, 'db' | 'jobs' | 'realtime'>,
  scope: Scope,
  item: Pick<KnowledgeItem, 'id' | 'status'>,
): Promise<void> {
  const isNew = await app.db.company(scope.companyId, (sql) => requestRun(sql, scope.projectId, item.id))
  if (!isNew) return
  broadcastItem(app, scope, item.id, item.status, 'waiting')
  await app.jobs.add(embedQueue, item.id, {
    companyId: scope.companyId,
    projectId: scope.projectId,
    itemId: item.id,
  })
}
