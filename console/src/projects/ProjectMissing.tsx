import { FolderX } from 'lucide-react'
import { paths } from '../paths.ts'
import { EmptyState } from '../ui/feedback/EmptyState.tsx'
import { LinkButton } from '../ui/LinkButton.tsx'
import { PageTitle } from '../ui/PageTitle.tsx'

/** In place of every screen of a project that the company does not have. */
export function ProjectMissing() {
  return (
    <div className="page">
      <PageTitle title="Project not found" className="sr-only">
        Project not found
      </PageTitle>
      <EmptyState
        icon={FolderX}
        title="This project doesn't exist or was deleted"
        action={
          <LinkButton to={paths.projects} variant="primary">
            Go to projects
          </LinkButton>
        }
      >
        Check the address, or pick a project from the list.
      </EmptyState>
    </div>
  )
}
