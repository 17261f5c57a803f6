import type { Project } from '@aichat/contracts/company/projects'
import { isId } from '../kit/db/db.ts'
import type { Guard } from '../kit/http/serve.ts'
import { findProject } from './store.ts'

/** Loads the project of :projectId. */
export const requireProject: Guard<Project> = (sql, { projectId }) =>
  isId(projectId) ? findProject(sql, projectId) : null
