import { lazyOverlay } from '../ui/feedback/lazy-part.tsx'
import type { ProjectDrawerProps } from './ProjectDrawerForm.tsx'

const ProjectDrawerForm = lazyOverlay(() =>
  import('./ProjectDrawerForm.tsx').then((file) => file.ProjectDrawerForm),
)

/** Mounted again each time it opens, so that discarded edits do not reappear. */
export function ProjectDrawer(props: ProjectDrawerProps) {
  if (!props.isOpen) return null
  return <ProjectDrawerForm {...props} />
}
