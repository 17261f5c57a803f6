import type { Project } from '@aichat/contracts/projects'
import type { App } from '../app.ts'
import { isId } from '../kit/db/db.ts'
import type { Guard } from '../kit/http/serve.ts'
import { findProject } from './store.ts'

/** Loads the project of :projectId. */
export function requireProject({ db }: Pick<App, 'db'>): Guard<Project> {
  return async (caller, { projectId }) =>
    isId(projectId) ? db.company(caller.companyId, (sql) => findProject(sql, projectId)) : null
}
