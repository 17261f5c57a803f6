import type { Project } from '@aichat/contracts/company/projects'
import { SetupBar } from './SetupBar.tsx'
import { selectNewestDraft } from './select-project.ts'

/** The setup bar of the list of projects. */
export function UnfinishedSetup({ projects }: { projects: readonly Project[] }) {
  const project = selectNewestDraft(projects)
  return project && <SetupBar key={project.id} project={project} isNamed />
}
