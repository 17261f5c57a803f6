import type { Source } from '@aichat/contracts/ai/sources'
import { isId } from '../kit/db/db.ts'
import type { Guard } from '../kit/http/serve.ts'
import { findRun, type StoredRun } from './run-store.ts'
import { findSource } from './store.ts'

/** Guard for `:sourceId`: a source is found through its project, never by its id alone. */
export const requireSource: Guard<Source> = (sql, { projectId, sourceId }) =>
  isId(projectId) && isId(sourceId) ? findSource(sql, projectId, sourceId) : null

/** Guard for `:runId`: a run is found through its source. */
export const requireSourceRun: Guard<StoredRun> = (sql, { projectId, sourceId, runId }) =>
  isId(projectId) && isId(sourceId) && isId(runId) ? findRun(sql, projectId, sourceId, runId) : null
