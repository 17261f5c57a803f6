import type { Source } from '@aichat/contracts/sources'
import type { App } from '../app.ts'
import { isId } from '../kit/db/db.ts'
import type { Guard } from '../kit/http/serve.ts'
import { findRun, type StoredRun } from './run-store.ts'
import { findSource } from './store.ts'

/** Guard for `:sourceId`: a source is found through its project, never by its id alone. */
export function requireSource({ db }: Pick<App, 'db'>): Guard<Source> {
  return async (caller, { projectId, sourceId }) =>
    isId(projectId) && isId(sourceId)
      ? db.company(caller.companyId, (sql) => findSource(sql, projectId, sourceId))
      : null
}

/** Guard for `:runId`: a run is found through its source. */
export function requireSourceRun({ db }: Pick<App, 'db'>): Guard<StoredRun> {
  return async (caller, { projectId, sourceId, runId }) =>
    isId(projectId) && isId(sourceId) && isId(runId)
      ? db.company(caller.companyId, (sql) => findRun(sql, projectId, sourceId, runId))
      : null
}
