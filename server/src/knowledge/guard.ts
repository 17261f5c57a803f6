import type { KnowledgeItem } from '@aichat/contracts/ai/knowledge'
import { isId } from '../kit/db/db.ts'
import type { Guard } from '../kit/http/serve.ts'
import { findItem } from './store.ts'

/** Guard for `:itemId`: an item is found through its project, never by its id alone. */
export const requireItem: Guard<KnowledgeItem> = (sql, { projectId, itemId }) =>
  isId(projectId) && isId(itemId) ? findItem(sql, projectId, itemId) : null
