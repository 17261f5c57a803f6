import type { KnowledgeItem } from '@aichat/contracts/knowledge'
import type { App } from '../app.ts'
import { isId } from '../kit/db/db.ts'
import type { Guard } from '../kit/http/serve.ts'
import { findItem } from './store.ts'

/** Guard for `:itemId`: an item is found through its project, never by its id alone. */
export function requireItem({ db }: Pick<App, 'db'>): Guard<KnowledgeItem> {
  return async (caller, { projectId, itemId }) =>
    isId(projectId) && isId(itemId)
      ? db.company(caller.companyId, (sql) => findItem(sql, projectId, itemId))
      : null
}
