import type { Project } from '@aichat/contracts/company/projects'
import { SetupBar } from './SetupBar.tsx'

/** The setup bar of the list of projects, for the newest draft. */
export function UnfinishedSetup({ draft }: { draft: Project }) {
  return <SetupBar key={draft.id} project={draft} isNamed />
}
