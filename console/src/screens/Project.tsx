import { type Project as ProjectRecord, projectSentences } from '@aichat/contracts/projects'
import { lazy, type ReactNode, Suspense } from 'react'
import { useNavigate, useParams, useSearchParams } from 'react-router'
import { errorMessage } from '../kit/api-error.ts'
import { type ProjectTab, paths } from '../paths.ts'
import { ProjectHeader } from '../projects/ProjectHeader.tsx'
import { useDeleteProject, useProject } from '../projects/queries.ts'
import { BackLink } from '../ui/BackLink.tsx'
import { ErrorCard } from '../ui/ErrorCard.tsx'
import { Skeleton } from '../ui/Skeleton.tsx'
import { Tabs } from '../ui/Tabs.tsx'
import { toast } from '../ui/toasts.ts'
import { useDelayedLoading } from '../ui/use-delayed-loading.ts'
import { SaveStatus } from '../widget/SaveStatus.tsx'

// Each tab loads when it is opened: together they would be the heaviest screen of the console.
const AgentPanel = lazy(() => import('./AgentPanel.tsx').then((file) => ({ default: file.AgentPanel })))
const AnswerTests = lazy(() => import('./AnswerTests.tsx').then((file) => ({ default: file.AnswerTests })))
const FaqPanel = lazy(() => import('./FaqPanel.tsx').then((file) => ({ default: file.FaqPanel })))
const WidgetWorkspace = lazy(() =>
  import('./WidgetWorkspace.tsx').then((file) => ({ default: file.WidgetWorkspace })),
)

const defaultTab: ProjectTab = 'customise'
const tabKeys: ProjectTab[] = ['agents', 'faq', 'customise']

export function Project() {
  const { projectId = '' } = useParams()
  const navigate = useNavigate()
  const [query, setQuery] = useSearchParams()
  const { data: project, error, refetch } = useProject(projectId)
  const loading = useDelayedLoading(!project && !error)
  const remove = useDeleteProject()
  const tab = tabKeys.find((key) => key === query.get('tab')) ?? defaultTab

  if (!project || loading === 'visible') {
    return (
      <div className="page">
        <BackLink to={paths.projects}>Projects</BackLink>
        {error ? (
          <ErrorCard message={errorMessage(error, projectSentences.loadFailed)} onRetry={refetch} />
        ) : (
          loading === 'visible' && <ProjectSkeleton />
        )}
      </div>
    )
  }

  return (
    <div className="relative flex min-h-full flex-col md:h-full">
      <ProjectHeader
        project={project}
        onDelete={() =>
          remove.mutate(project, {
            onSuccess: () => navigate(paths.projects),
            onError: (failure) =>
              toast(errorMessage(failure, projectSentences.deleteFailed), { tone: 'bad' }),
          })
        }
      />
      <ProjectTabs
        project={project}
        selected={tab}
        onSelect={(key) => setQuery({ tab: key }, { replace: true })}
      />
    </div>
  )
}

type TabsProps = { project: ProjectRecord; selected: ProjectTab; onSelect: (tab: ProjectTab) => void }

function ProjectTabs({ project, selected, onSelect }: TabsProps) {
  const tabs = [
    {
      key: 'agents',
      label: 'Agents',
      panel: (
        <PanelColumn>
          <Suspense>
            <AgentPanel projectId={project.id} accepts={['.pdf', '.docx', '.doc', '.txt']} />
          </Suspense>
          <Suspense>
            <AnswerTests projectId={project.id} />
          </Suspense>
        </PanelColumn>
      ),
    },
    {
      key: 'faq',
      label: 'FAQ',
      panel: (
        <PanelColumn>
          <Suspense>
            <FaqPanel projectId={project.id} />
          </Suspense>
        </PanelColumn>
      ),
    },
    {
      key: 'customise',
      label: 'Customise',
      panel: (
        <Suspense>
          <WidgetWorkspace
            project={project}
            header={(draft) =>
              draft &&
              draft.saveState !== 'idle' && (
                <div className="absolute end-4 -mt-9 md:end-6">
                  <SaveStatus draft={draft} />
                </div>
              )
            }
          />
        </Suspense>
      ),
    },
  ] as const

  return (
    <Tabs
      label="Project"
      stripClassName="bg-surface md:px-4"
      tabs={tabs}
      selected={selected}
      onSelect={onSelect}
      panelClassName="flex min-h-0 flex-1 flex-col overflow-y-auto outline-none"
    />
  )
}

function PanelColumn({ children }: { children: ReactNode }) {
  return <div className="mx-auto flex w-full max-w-200 flex-col gap-4 p-4 md:p-6">{children}</div>
}

function ProjectSkeleton() {
  return (
    <div role="status" aria-busy="true" aria-label="Loading project" className="mt-3 flex flex-col gap-4">
      <Skeleton className="h-7 w-60" />
      <Skeleton className="h-10 w-full" />
      <Skeleton className="h-80 w-full" />
    </div>
  )
}
