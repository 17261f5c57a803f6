import type { Project } from '@aichat/contracts/company/projects'
import { isLive } from '../../projects/publication.ts'

export function selectNewestDraft(projects: readonly Project[]): Project | null {
  const drafts = projects.filter((project) => !isLive(project))
  return drafts.toSorted((one, other) => Date.parse(other.createdAt) - Date.parse(one.createdAt))[0] ?? null
}

/** Selects a published project, or else the one that was updated last. */
export function selectOnboardingProject(projects: readonly Project[]): Project | null {
  const byChange = [...projects].sort((one, other) => Date.parse(other.updatedAt) - Date.parse(one.updatedAt))
  return byChange.find(isLive) ?? byChange[0] ?? null
}
