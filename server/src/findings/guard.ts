import type { Finding } from '@aichat/contracts/findings'
import type { App } from '../app.ts'
import { isId } from '../kit/db/db.ts'
import type { Guard } from '../kit/http/serve.ts'
import { findFinding } from './store.ts'

/** Guard for `:findingId`: a finding is found through its project, never by its id alone. */
export function requireFinding({ db }: Pick<App, 'db'>): Guard<Finding> {
  return async (caller, { projectId, findingId }) =>
    isId(projectId) && isId(findingId)
      ? db.company(caller.companyId, (sql) => findFinding(sql, projectId, findingId))
      : null
}
