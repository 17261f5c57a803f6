import { type Project as ProjectRecord, projectSentences } from '@aichat/contracts/company/projects'
import type { ReactNode } from 'react'
import { useNavigate, useParams, useSearchParams } from 'react-router'
import { errorMessage } from '../kit/http/api-error.ts'
import { type ProjectTab, paths } from '../paths.ts'
import { ProjectHeader } from '../projects/ProjectHeader.tsx'
import { isLive } from '../projects/publication.ts'
import { useDeleteProject, useProject } from '../projects/queries.ts'
import { GoLiveNote } from '../releases/GoLiveNote.tsx'
import { BackLink } from '../ui/BackLink.tsx'
import { ErrorCard } from '../ui/feedback/ErrorCard.tsx'
import { lazyPart } from '../ui/feedback/lazy-part.tsx'
import { Skeleton } from '../ui/feedback/Skeleton.tsx'
import { toast } from '../ui/feedback/toasts.ts'
import { useDelayedLoading } from '../ui/feedback/use-delayed-loading.ts'
import { Tabs } from '../ui/Tabs.tsx'
import { SaveStatus } from '../widget/SaveStatus.tsx'

// Each tab loads when it is opened: together they would be the heaviest screen of the console.
const AnswersBanner = lazyPart(() => import('./AnswersBanner.tsx').then((file) => file.AnswersBanner))
const AgentPanel = lazyPart(() => import('./AgentPanel.tsx').then((file) => file.AgentPanel))
const DataUseCard = lazyPart(() =>
  import('../agent-profile/DataUseCard.tsx').then((file) => file.DataUseCard),
)
const AnswerTests = lazyPart(() => import('./AnswerTests.tsx').then((file) => file.AnswerTests))
const FaqPanel = lazyPart(() => import('./FaqPanel.tsx').then((file) => file.FaqPanel))
const SetupBar = lazyPart(() => import('./onboarding/SetupBar.tsx').then((file) => file.SetupBar))
const HeaderTryButton = lazyPart(() =>
  import('./onboarding/HeaderTryButton.tsx').then((file) => file.HeaderTryButton),
)
const WidgetWorkspace = lazyPart(() =>
  import('./customize/WidgetWorkspace.tsx').then((file) => file.WidgetWorkspace),
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
      <SetupBar project={project} />
      <ProjectHeader
        project={project}
        action={<HeaderTryButton project={project} />}
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
          <AnswersBanner projectId={project.id} />
          <GoLiveNote projectId={project.id} isPublished={isLive(project)} />
          <AgentPanel projectId={project.id} accepts={['.pdf', '.docx', '.doc', '.txt']} />
          <AnswerTests projectId={project.id} />
          <DataUseCard projectId={project.id} />
        </PanelColumn>
      ),
    },
    {
      key: 'faq',
      label: 'FAQ',
      panel: (
        <PanelColumn>
          <AnswersBanner projectId={project.id} />
          <GoLiveNote projectId={project.id} isPublished={isLive(project)} />
          <FaqPanel projectId={project.id} />
        </PanelColumn>
      ),
    },
    {
      key: 'customise',
      label: 'Customise',
      panel: (
        <WidgetWorkspace
          project={project}
          header={(draft) =>
            draft &&
            draft.saveState !== 'idle' && (
              <div className="page-bar absolute end-0 -mt-9">
                <SaveStatus draft={draft} />
              </div>
            )
          }
        />
      ),
    },
  ] as const

  return (
    <Tabs
      label="Project"
      stripClassName="page-tabs bg-surface"
      tabs={tabs}
      selected={selected}
      onSelect={onSelect}
      panelClassName="flex min-h-0 flex-1 flex-col outline-none md:overflow-y-auto"
    />
  )
}

function PanelColumn({ children }: { children: ReactNode }) {
  return <div className="page flex flex-col gap-4">{children}</div>
}

function ProjectSkeleton() {
  return (
    <div role="status" aria-busy="true" aria-label="Loading project" className="mt-3 flex flex-col gap-4">
      <Skeleton isImmediate className="h-7 w-60" />
      <Skeleton isImmediate className="h-10 w-full" />
      <Skeleton isImmediate className="h-80 w-full" />
    </div>
  )
}
