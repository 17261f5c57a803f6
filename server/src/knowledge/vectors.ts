import type { App } from '../app.ts'
import type { Embedder } from '../kit/ai/model.ts'
import { embedChunks } from './index-chunks.ts'
import { addVectors, findItemWithoutVectors, listWithoutVectors } from './store.ts'

type Parts = Pick<App, 'db' | 'jobs' | 'embedder' | 'log'>

const queue = 'knowledge-vectors'
const everyMs = 20_000
const mostAtOnce = 100

/**
 * Gives vectors to what was embedded before this embedding model was set, or while it failed: from the start of the
 * process on, a few at a time. Until then such items are found by their words.
 */
export async function startVectors(app: Parts): Promise<{ close(): void }> {
  const { embedder } = app
  if (!embedder) return { close() {} }

  await app.jobs.work(queue, 1, async ({ companyId, projectId, itemId }) => {
    if (!companyId || !projectId || !itemId) return
    await addTo(app, embedder, { companyId, projectId, itemId })
  })

  async function look(model: Embedder): Promise<void> {
    const items = await app.db.lookup((sql) => listWithoutVectors(sql, model.name, mostAtOnce))
    for (const item of items) await app.jobs.add(queue, item.itemId, item)
  }
  const now = () =>
    void look(embedder).catch((error) =>
      app.log.warn({ err: error }, 'items without vectors were not looked for'),
    )
  now()
  const timer = setInterval(now, everyMs)
  timer.unref()
  return { close: () => clearInterval(timer) }
}

type Scope = { companyId: string; projectId: string; itemId: string }

async function addTo({ db, log }: Parts, embedder: Embedder, scope: Scope): Promise<void> {
  const item = await db.company(scope.companyId, (sql) => findItemWithoutVectors(sql, scope, embedder.name))
  if (!item) return
  try {
    const vectors = await embedChunks(embedder, item.title, item.chunks)
    await db.company(scope.companyId, (sql) => addVectors(sql, scope, item.contentHash, vectors))
  } catch (error) {
    // The next look finds it again.
    log.warn({ err: error, itemId: scope.itemId, model: embedder.name }, 'an item is still without vectors')
  }
}
