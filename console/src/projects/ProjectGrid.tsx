import { type Project, projectSentences } from '@aichat/contracts/company/projects'
import { FolderKanban, SearchX } from 'lucide-react'
import type { ReactNode } from 'react'
import { Button } from '../ui/Button.tsx'
import { EmptyState } from '../ui/feedback/EmptyState.tsx'
import { LazyListItem } from '../ui/feedback/LazyListItem.tsx'
import { Skeleton } from '../ui/feedback/Skeleton.tsx'
import { ProjectCard } from './ProjectCard.tsx'

const grid = 'grid grid-cols-1 gap-4 sm:gap-6 md:grid-cols-2 xl:grid-cols-3'
/** Enough cards to fill the first screen. */
const initiallyRenderedCount = 12
const skeletons = ['a', 'b', 'c', 'd', 'e', 'f']

type Props = {
  projects: Project[]
  /** The number of projects without the filter. */
  total: number
  newButton: ReactNode
  onShowAll: () => void
  onEdit: (project: Project) => void
  onDelete: (project: Project) => void
}

export function ProjectGrid({ projects, total, newButton, onShowAll, onEdit, onDelete }: Props) {
  if (projects.length === 0 && total > 0) {
    return (
      <div className="rounded-card border bg-surface">
        <EmptyState
          icon={SearchX}
          title="No projects match"
          action={<Button onPress={onShowAll}>Clear filters</Button>}
        />
      </div>
    )
  }
  if (projects.length === 0) {
    return (
      <div className="rounded-card border bg-surface">
        <EmptyState icon={FolderKanban} title={projectSentences.none} action={newButton}>
          Each project is a chat widget for one website.
        </EmptyState>
      </div>
    )
  }
  return (
    <ul className={grid}>
      {projects.map((project, index) => (
        <LazyListItem
          key={project.id}
          isInitiallyVisible={index < initiallyRenderedCount}
          // Skips the layout of off-screen cards, so that long lists scroll smoothly.
          className="grid min-h-72 min-w-0 [contain-intrinsic-size:auto_290px] [content-visibility:auto]"
        >
          <ProjectCard project={project} onEdit={() => onEdit(project)} onDelete={() => onDelete(project)} />
        </LazyListItem>
      ))}
    </ul>
  )
}

export function ProjectGridSkeleton() {
  return (
    <div aria-busy="true" aria-label="Loading projects" role="status" className={grid}>
      {skeletons.map((key) => (
        <div
          key={key}
          data-skeleton
          className="flex flex-col gap-3 rounded-card border bg-surface p-5 dense:p-3.5"
        >
          <Skeleton isImmediate className="h-11 w-1/2" />
          <Skeleton isImmediate className="h-10 w-full" />
          <Skeleton isImmediate className="mt-1 h-5 w-1/3" />
          <Skeleton isImmediate className="h-5 w-2/5" />
          <Skeleton isImmediate className="h-5 w-1/3" />
          <Skeleton isImmediate className="mt-3 h-8 w-full" />
        </div>
      ))}
    </div>
  )
}
