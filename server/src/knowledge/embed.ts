import { type KnowledgeItem, type KnowledgeStatus, knowledgeLimits } from '@aichat/contracts/knowledge'
import { staffEvents } from '@aichat/contracts/sessions'
import type { App } from '../app.ts'
import { Refusal } from '../kit/errors.ts'
import { companyRoom } from '../kit/rooms.ts'
import { type Readable, readText } from './read-page.ts'
import { readPageApart } from './read-safely.ts'
import { splitIntoChunks } from './split.ts'
import { storeEmbedded, storeFailure } from './store.ts'

export type Outcome = { status: KnowledgeStatus; error: string | null }
type Parts = Pick<App, 'db' | 'fetchPage' | 'realtime' | 'log'>
type Scope = { companyId: string; projectId: string }

const running = new Map<string, Promise<Outcome>>()

/**
 * Reads, splits and indexes an item. Asked again while it runs, it joins the run; asked again later, it replaces what
 * was there. What takes longer than 10 s answers `pending` and goes on.
 */
export function embed(app: Parts, scope: Scope, item: KnowledgeItem): Promise<Outcome> {
  const work = running.get(item.id) ?? start(app, scope, item)
  const patience = new Promise<Outcome>((resolve) => {
    setTimeout(resolve, knowledgeLimits.embedWaitSeconds * 1000, { status: 'pending', error: null }).unref()
  })
  return Promise.race([work, patience])
}

function start(app: Parts, scope: Scope, item: KnowledgeItem): Promise<Outcome> {
  const work = run(app, scope, item)
    .then((outcome) => {
      app.realtime.publish(companyRoom(scope.companyId), staffEvents, 'knowledge:updated', {
        projectId: scope.projectId,
        itemId: item.id,
        status: outcome.status,
      })
      return outcome
    })
    .finally(() => running.delete(item.id))
  // A caller that has stopped waiting must not leave a rejection unheard.
  work.catch((error) => app.log.error({ err: error, itemId: item.id }, 'an item was not embedded'))
  running.set(item.id, work)
  return work
}

async function run(app: Parts, { companyId, projectId }: Scope, item: KnowledgeItem): Promise<Outcome> {
  try {
    const readable = await read(app, item)
    const chunks = splitIntoChunks(readable)
    if (chunks.length === 0) throw new Refusal(400, 'There is no text to read.', 'empty')
    const characters = chunks.reduce((sum, chunk) => sum + chunk.body.length, 0)
    const title = item.type === 'manual' ? item.title : readable.title.slice(0, 200)
    await app.db.company(companyId, (sql) =>
      storeEmbedded(sql, { companyId, projectId, itemId: item.id }, { title, characters, chunks }),
    )
    return { status: 'embedded', error: null }
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    const status = await app.db.company(companyId, (sql) =>
      storeFailure(sql, projectId, item.id, error.message),
    )
    return { status: status ?? 'failed', error: error.message }
  }
}

async function read(app: Parts, item: KnowledgeItem): Promise<Readable> {
  if (item.type !== 'url' || !item.sourceUrl) return readText(item.rawText ?? '', item.title)
  return readPageApart(app, await app.fetchPage(item.sourceUrl))
}
