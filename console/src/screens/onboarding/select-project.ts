import type { Project } from '@aichat/contracts/company/projects'
import { isLive } from '../../projects/publication.ts'

/** A project whose setup continues: the newest draft, or else the one of the dashboard. */
export function selectUnfinishedProject(projects: readonly Project[]): Project | null {
  const [newest] = projects
    .filter((project) => !isLive(project))
    .toSorted((one, other) => Date.parse(other.createdAt) - Date.parse(one.createdAt))
  return newest ?? selectOnboardingProject(projects)
}

/** Selects a published project, or else the one that was updated last. */
export function selectOnboardingProject(projects: readonly Project[]): Project | null {
  const byChange = [...projects].sort((one, other) => Date.parse(other.updatedAt) - Date.parse(one.updatedAt))
  return byChange.find(isLive) ?? byChange[0] ?? null
}
