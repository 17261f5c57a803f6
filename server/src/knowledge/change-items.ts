import { knowledgeRateLimits } from '@aichat/contracts/ai/knowledge'
import type { Project } from '@aichat/contracts/company/projects'
import type { App } from '../app.ts'
import { recordContentEvent } from '../audit/record-content.ts'
import { isId, type Sql } from '../kit/db/db.ts'
import type { Actor } from '../kit/http/caller.ts'
import { broadcastItem } from './broadcast.ts'
import { embedQueue } from './index/embedding-runs.ts'
import {
  type ChangedItem,
  delayRuns,
  findLastPageDelay,
  removeItems,
  requestRuns,
  setEnabled,
} from './store.ts'

type Dependencies = Pick<App, 'db' | 'jobs' | 'realtime' | 'limits'>
type BulkAction = 'embed' | 'enable' | 'disable' | 'delete'

const auditActions = {
  embed: 'knowledge_embedded',
  enable: 'knowledge_changed',
  disable: 'knowledge_changed',
  delete: 'knowledge_deleted',
} as const
/** Items of one transaction, which holds the lock of the project's word counts. */
const maxBatchSize = 100

/** Pages beyond the hourly limit are fetched at this interval, like those of a website that is read as a source. */
const pageIntervalSeconds = 1

/** Applies the action to those of the items that belong to the project. Items that are in that state already do not count. */
export async function changeItems(
  app: Dependencies,
  { actor, project }: { actor: Actor; project: Project },
  action: BulkAction,
  itemIds: string[],
): Promise<number> {
  const ids = [...new Set(itemIds.filter(isId))]
  let changed = 0
  for (let start = 0; start < ids.length; start += maxBatchSize)
    changed += await changeBatch(app, { actor, project }, action, ids.slice(start, start + maxBatchSize))
  return changed
}

async function changeBatch(
  app: Dependencies,
  { actor, project }: { actor: Actor; project: Project },
  action: BulkAction,
  ids: string[],
): Promise<number> {
  const scope = { companyId: actor.companyId, projectId: project.id }
  const items = await app.db.company(actor.companyId, async (sql) => {
    const changed = await applyAction(sql, project.id, action, ids)
    for (const { id, title } of changed) {
      const subject = { kind: 'knowledge' as const, id, name: title, project, ...toChanges(action) }
      await recordContentEvent(sql, actor, auditActions[action], subject)
    }
    return changed
  })
  if (action === 'embed') await addRuns(app, scope, items)
  // Consoles reload the list after an event without a stage, so one event is enough.
  const [first] = items
  if (action === 'embed')
    for (const { id, status } of items) broadcastItem(app, scope, { id, status, stage: 'waiting' })
  else if (first && action !== 'delete') broadcastItem(app, scope, { ...first, stage: null })
  return items.length
}

function toChanges(action: BulkAction) {
  if (action !== 'enable' && action !== 'disable') return {}
  const [from, to] = action === 'enable' ? ['false', 'true'] : ['true', 'false']
  return { changes: [{ field: 'isEnabled', from, to }] }
}

/** Adds the jobs of requested runs. The hourly limit of fetched pages delays those beyond it instead of refusing them. */
async function addRuns(
  { db, jobs, limits }: Dependencies,
  scope: { companyId: string; projectId: string },
  items: ChangedItem[],
): Promise<void> {
  const delayed = new Set<string>()
  for (const { id, type } of items)
    if (type === 'url' && !(await limits.tryConsume(knowledgeRateLimits.fetchPage, scope.companyId)))
      delayed.add(id)
  const delays = delayed.size > 0 ? await scheduleRuns(db, scope.companyId, [...delayed]) : new Map()
  for (const { id } of items) await jobs.add(embedQueue, id, { ...scope, itemId: id }, delays.get(id))
}

/** Schedules runs one after another, behind those of the company that wait already. Returns the delay of each in seconds. */
function scheduleRuns(db: App['db'], companyId: string, ids: string[]): Promise<Map<string, number>> {
  return db.company(companyId, async (sql) => {
    const last = await findLastPageDelay(sql, companyId)
    const runs = ids.map((id, index) => ({ id, delaySeconds: last + (index + 1) * pageIntervalSeconds }))
    await delayRuns(sql, runs)
    return new Map(runs.map(({ id, delaySeconds }) => [id, delaySeconds]))
  })
}

function applyAction(sql: Sql, projectId: string, action: BulkAction, ids: string[]): Promise<ChangedItem[]> {
  if (action === 'embed') return requestRuns(sql, projectId, ids)
  if (action === 'delete') return removeItems(sql, projectId, ids)
  return setEnabled(sql, projectId, ids, action === 'enable')
}
