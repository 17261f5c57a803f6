import type { Project } from '@aichat/contracts/projects'
import { lazy, Suspense } from 'react'

export type ProjectDrawerProps = {
  isOpen: boolean
  onClose: () => void
  onSaved: (project: Project) => void
  /** The project to edit; a new one is created without it. */
  project?: Project
}

const OpenDrawer = lazy(() =>
  import('./ProjectDrawerForm.tsx').then((file) => ({ default: file.ProjectDrawerForm })),
)

/** Mounted anew each time, so that an abandoned edit does not come back. */
export function ProjectDrawer(props: ProjectDrawerProps) {
  if (!props.isOpen) return null
  return (
    <Suspense>
      <OpenDrawer {...props} />
    </Suspense>
  )
}
