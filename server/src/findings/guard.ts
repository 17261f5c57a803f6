import type { Finding } from '@aichat/contracts/ai/findings'
import { isId } from '../kit/db/db.ts'
import type { Guard } from '../kit/http/serve.ts'
import { findFinding } from './store.ts'

/** Guard for `:findingId`: a finding is found through its project, never by its id alone. */
export const requireFinding: Guard<Finding> = (sql, { projectId, findingId }) =>
  isId(projectId) && isId(findingId) ? findFinding(sql, projectId, findingId) : null
