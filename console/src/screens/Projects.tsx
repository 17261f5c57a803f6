import { type Project, projectSentences } from '@aichat/contracts/company/projects'
import { Plus } from 'lucide-react'
import { useState } from 'react'
import { errorMessage } from '../kit/http/api-error.ts'
import { filterProjects } from '../projects/filter-projects.ts'
import { ProjectDrawer } from '../projects/ProjectDrawer.tsx'
import { ProjectFilters } from '../projects/ProjectFilters.tsx'
import { ProjectGrid, ProjectGridSkeleton } from '../projects/ProjectGrid.tsx'
import { isLive } from '../projects/publication.ts'
import { useDeleteProject, useProjects } from '../projects/queries.ts'
import { useProjectFilter } from '../projects/use-project-filter.ts'
import { Button } from '../ui/Button.tsx'
import { ErrorCard } from '../ui/feedback/ErrorCard.tsx'
import { lazyPart } from '../ui/feedback/lazy-part.tsx'
import { toast } from '../ui/feedback/toasts.ts'
import { useDelayedLoading } from '../ui/feedback/use-delayed-loading.ts'
import { PageTitle } from '../ui/PageTitle.tsx'
import { SetupBarPlaceholder } from './onboarding/SetupBarPlaceholder.tsx'
import { useSetupVisibility } from './onboarding/use-setup-visibility.ts'

const DeleteProjectDialog = lazyPart(() =>
  import('../projects/DeleteProjectDialog.tsx').then((file) => file.DeleteProjectDialog),
)

const UnfinishedSetup = lazyPart(
  () => import('./onboarding/UnfinishedSetup.tsx').then((file) => file.UnfinishedSetup),
  <SetupBarPlaceholder />,
)

type Drawer = { project?: Project } | null

export function Projects() {
  const { data: projects, error, refetch } = useProjects()
  const loading = useDelayedLoading(!projects && !error)
  const remove = useDeleteProject()
  const [filter, setFilter] = useProjectFilter()
  const [drawer, setDrawer] = useState<Drawer>(null)
  const [projectToDelete, setProjectToDelete] = useState<Project | null>(null)
  const found = projects && filterProjects(projects, filter)
  // Projects are listed newest first.
  const draft = projects?.find((project) => !isLive(project))
  const { isVisible } = useSetupVisibility()

  function confirmDelete(project: Project) {
    setProjectToDelete(null)
    remove.mutate(project, {
      onError: (failure) => toast(errorMessage(failure, projectSentences.deleteFailed), { tone: 'bad' }),
    })
  }

  const newButton = (
    <Button
      variant="primary"
      permission="projects.manage"
      icon={<Plus aria-hidden size={16} />}
      onPress={() => setDrawer({})}
    >
      New Project
    </Button>
  )
  return (
    <>
      {draft && isVisible && <UnfinishedSetup draft={draft} />}
      <div className="page">
        <PageTitle title="Projects">Projects</PageTitle>
        <div className="my-4 flex flex-wrap items-end justify-between gap-x-6 gap-y-3 md:my-5">
          <dl className="flex gap-x-6 gap-y-2 md:gap-4">
            <Counter label="Total projects" count={projects?.length} />
            <Counter label="Published" count={projects?.filter(isLive).length} />
          </dl>
          {projects && projects.length > 0 && <ProjectFilters filter={filter} onChange={setFilter} />}
        </div>
        <p role="status" className="sr-only">
          {projects &&
            found &&
            found.length < projects.length &&
            `${found.length} of ${projects.length} projects`}
        </p>
        {loading === 'visible' && <ProjectGridSkeleton />}
        {loading === 'done' &&
          (projects && found ? (
            <ProjectGrid
              projects={found}
              total={projects.length}
              newButton={newButton}
              onShowAll={() => setFilter({ ...filter, text: '', show: 'all' })}
              onEdit={(project) => setDrawer({ project })}
              onDelete={setProjectToDelete}
            />
          ) : (
            <ErrorCard message={errorMessage(error, projectSentences.loadListFailed)} onRetry={refetch} />
          ))}
        <ProjectDrawer
          isOpen={drawer !== null}
          project={drawer?.project}
          onClose={() => setDrawer(null)}
          onSaved={() => setDrawer(null)}
        />
        {projectToDelete && (
          <DeleteProjectDialog
            project={projectToDelete}
            onCancel={() => setProjectToDelete(null)}
            onConfirm={confirmDelete}
          />
        )}
      </div>
    </>
  )
}

/** A card; on phones a single line. */
function Counter({ label, count }: { label: string; count: number | undefined }) {
  return (
    <div className="max-md:flex max-md:items-baseline max-md:gap-1.5 md:min-w-44 md:rounded-card md:border md:bg-surface md:px-4 md:py-3 md:dense:py-1.5">
      <dt className="text-ink-2">{label}</dt>
      <dd className="tabular-nums max-md:font-strong md:text-page-title">{count ?? '–'}</dd>
    </div>
  )
}
