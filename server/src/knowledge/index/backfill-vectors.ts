import type { App } from '../../app.ts'
import { leaseSeconds } from '../../kit/jobs/jobs.ts'
import { scheduleTask } from '../../kit/process/scheduler.ts'
import { addVectors, findVersionWithoutVectors, listWithoutVectors } from '../store.ts'
import { embedChunks } from './index-chunks.ts'

type Dependencies = Pick<App, 'db' | 'jobs' | 'models' | 'settings' | 'search' | 'log'>

const queue = 'knowledge-vectors'
const intervalMs = 20_000
const maxItems = 100
/** Shorter than the lease of a job. */
const embedTimeoutMs = (leaseSeconds - 15) * 1000

/**
 * Creates the vectors of items that were embedded before the company's embedding model was set, or while it failed, a few items
 * at a time. Until then such items are found by keywords.
 */
export async function startVectorBackfill(app: Dependencies): Promise<{ close(): Promise<void> }> {
  if (!app.search.vectors) return { close: async () => {} }
  const { ai, allowsCompanyModels } = app.settings
  const defaultModel = ai?.embeddingModel ?? null
  if (!defaultModel && !allowsCompanyModels) return { close: async () => {} }

  await app.jobs.work(queue, 1, async ({ companyId, projectId, itemId }) => {
    if (!companyId || !projectId || !itemId) return
    await addVectorsTo(app, { companyId, projectId, itemId })
  })

  async function addJobs(): Promise<void> {
    const items = await app.db.lookup((sql) =>
      listWithoutVectors(sql, { defaultModel, allowsCompanyModels }, maxItems),
    )
    for (const item of items) await app.jobs.add(queue, item.itemId, item)
  }
  return scheduleTask({ name: 'knowledge vectors', intervalMs, runsAtStart: true, run: addJobs }, app.log)
}

type Scope = { companyId: string; projectId: string; itemId: string }

async function addVectorsTo({ db, models, log }: Dependencies, scope: Scope): Promise<void> {
  const { embedder } = await models.get(scope)
  if (!embedder) return
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
