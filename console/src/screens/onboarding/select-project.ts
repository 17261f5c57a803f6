import type { Project } from '@aichat/contracts/company/projects'
import { isLive } from '../../projects/publication.ts'

/** Selects a published project, or else the one that was updated last. */
export function selectOnboardingProject(projects: readonly Project[]): Project | null {
  const byChange = [...projects].sort((one, other) => Date.parse(other.updatedAt) - Date.parse(one.updatedAt))
  return byChange.find(isLive) ?? byChange[0] ?? null
}
