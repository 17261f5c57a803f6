import { Outlet, useParams } from 'react-router'
import { ApiError } from '../kit/http/api-error.ts'
import { ProjectMissing } from '../projects/ProjectMissing.tsx'
import { useProject } from '../projects/queries.ts'

/**
 * The frame of all screens of a project. Mounts the screen of each project anew: otherwise a slow answer would be
 * handled with the options of the project that is on the screen by then.
 */
export function ProjectScope() {
  const { projectId = '' } = useParams()
  const { error } = useProject(projectId)
  if (error instanceof ApiError && error.status === 404) return <ProjectMissing />
  return <Outlet key={projectId} />
}
