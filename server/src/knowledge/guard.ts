import type { KnowledgeItem } from '@aichat/contracts/knowledge'
import type { App } from '../app.ts'
import { isId } from '../kit/db/db.ts'
import type { Door } from '../kit/http/serve.ts'
import { findItem } from './store.ts'

/** The door of :itemId: an item is found through its project, never by its own id alone. */
export function itemDoor({ db }: Pick<App, 'db'>): Door<KnowledgeItem> {
  return async (caller, { projectId, itemId }) =>
    isId(projectId) && isId(itemId)
      ? db.company(caller.companyId, (sql) => findItem(sql, projectId, itemId))
      : null
}
