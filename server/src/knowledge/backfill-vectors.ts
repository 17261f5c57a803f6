import type { App } from '../app.ts'
import type { Embedder } from '../kit/ai/model.ts'
import { leaseSeconds } from '../kit/jobs/jobs.ts'
import { scheduleTask } from '../kit/process/scheduler.ts'
import { embedChunks } from './index-chunks.ts'
import { addVectors, findVersionWithoutVectors, listWithoutVectors } from './store.ts'

type Dependencies = Pick<App, 'db' | 'jobs' | 'embedder' | 'log'>

const queue = 'knowledge-vectors'
const intervalMs = 20_000
const maxItems = 100
/** Shorter than the lease of a job. */
const embedTimeoutMs = (leaseSeconds - 15) * 1000

/**
 * Creates the vectors of items that were embedded before this embedding model was set, or while it failed, a few items
 * at a time. Until then such items are found by keywords.
 */
export async function startVectorBackfill(app: Dependencies): Promise<{ close(): Promise<void> }> {
  const { embedder } = app
  if (!embedder) return { close: async () => {} }
  const modelName = embedder.name

  await app.jobs.work(queue, 1, async ({ companyId, projectId, itemId }) => {
    if (!companyId || !projectId || !itemId) return
    await addVectorsTo(app, embedder, { companyId, projectId, itemId })
  })

  async function addJobs(): Promise<void> {
    const items = await app.db.lookup((sql) => listWithoutVectors(sql, modelName, maxItems))
    for (const item of items) await app.jobs.add(queue, item.itemId, item)
  }
  return scheduleTask({ name: 'knowledge vectors', intervalMs, runsAtStart: true, run: addJobs }, app.log)
}

type Scope = { companyId: string; projectId: string; itemId: string }

async function addVectorsTo({ db, log }: Dependencies, embedder: Embedder, scope: Scope): Promise<void> {
  const found = await db.company(scope.companyId, (sql) =>
    findVersionWithoutVectors(sql, scope, embedder.name),
  )
  if (!found) return
  try {
    const signal = AbortSignal.timeout(embedTimeoutMs)
    const vectors = await embedChunks(embedder, found.texts, new Map(), signal)
    await db.company(scope.companyId, (sql) => addVectors(sql, scope, found, vectors))
  } catch (error) {
    // The next run finds the item again.
    log.warn(
      { err: error, itemId: scope.itemId, model: embedder.name },
      'failed to create vectors of an item',
    )
  }
}
