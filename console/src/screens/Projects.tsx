import { type Project, projectSentences } from '@aichat/contracts/projects'
import { Plus } from 'lucide-react'
import { useState } from 'react'
import { sentenceOf } from '../kit/failure.ts'
import { DeleteProjectDialog } from '../projects/DeleteProjectDialog.tsx'
import { ProjectDrawer } from '../projects/ProjectDrawer.tsx'
import { ProjectGrid, ProjectGridSkeleton } from '../projects/ProjectGrid.tsx'
import { useDeleteProject, useProjects } from '../projects/queries.ts'
import { Button } from '../ui/Button.tsx'
import { ErrorCard } from '../ui/ErrorCard.tsx'
import { PageTitle } from '../ui/PageTitle.tsx'
import { toast } from '../ui/toasts.ts'

type Drawer = { project?: Project } | null

export function Projects() {
  const { data: projects, error, refetch } = useProjects()
  const remove = useDeleteProject()
  const [drawer, setDrawer] = useState<Drawer>(null)
  const [doomed, setDoomed] = useState<Project | null>(null)

  function confirmDelete(project: Project) {
    setDoomed(null)
    remove.mutate(project, {
      onError: (failure) => toast(sentenceOf(failure, projectSentences.deleteFailed), { tone: 'bad' }),
    })
  }

  const newButton = (
    <Button look="primary" icon={<Plus aria-hidden size={16} />} onPress={() => setDrawer({})}>
      New Project
    </Button>
  )
  return (
    <div className="page">
      <PageTitle title="Projects">Projects</PageTitle>
      <dl className="my-5 grid grid-cols-2 gap-4 sm:max-w-105">
        <Counter label="Total projects" count={projects?.length} />
        <Counter label="Published" count={projects?.filter((project) => project.isPublished).length} />
      </dl>
      {projects ? (
        <ProjectGrid
          projects={projects}
          newButton={newButton}
          onEdit={(project) => setDrawer({ project })}
          onDelete={setDoomed}
        />
      ) : error ? (
        <ErrorCard message={sentenceOf(error, projectSentences.loadListFailed)} onRetry={refetch} />
      ) : (
        <ProjectGridSkeleton />
      )}
      <ProjectDrawer
        isOpen={drawer !== null}
        project={drawer?.project}
        onClose={() => setDrawer(null)}
        onSaved={() => setDrawer(null)}
      />
      <DeleteProjectDialog project={doomed} onCancel={() => setDoomed(null)} onConfirm={confirmDelete} />
    </div>
  )
}

function Counter({ label, count }: { label: string; count: number | undefined }) {
  return (
    <div className="rounded-card border bg-surface px-4 py-3">
      <dt className="text-small text-ink-2">{label}</dt>
      <dd className="text-title-l font-semibold tabular-nums">{count ?? '–'}</dd>
    </div>
  )
}
