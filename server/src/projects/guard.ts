import type { Project } from '@aichat/contracts/projects'
import type { App } from '../app.ts'
import { isId } from '../kit/db/db.ts'
import type { Door } from '../kit/http/serve.ts'
import { findProject } from './store.ts'

/** The door of every path with :projectId. */
export function projectDoor({ db }: Pick<App, 'db'>): Door<Project> {
  return async (caller, { projectId }) =>
    isId(projectId) ? db.company(caller.companyId, (sql) => findProject(sql, projectId)) : null
}
