import type { Project } from '@aichat/contracts/projects'
import { lazyOverlay } from '../ui/lazy-part.tsx'

export type ProjectDrawerProps = {
  isOpen: boolean
  onClose: () => void
  onSaved: (project: Project) => void
  /** The project to edit; without it a new one is created. */
  project?: Project
}

const ProjectDrawerForm = lazyOverlay(() =>
  import('./ProjectDrawerForm.tsx').then((file) => file.ProjectDrawerForm),
)

/** Mounted again each time it opens, so that discarded edits do not reappear. */
export function ProjectDrawer(props: ProjectDrawerProps) {
  if (!props.isOpen) return null
  return <ProjectDrawerForm {...props} />
}
