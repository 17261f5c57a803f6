import { projectSentences } from '@aichat/contracts/projects'
import { useNavigate, useParams, useSearchParams } from 'react-router'
import { sentenceOf } from '../kit/failure.ts'
import { type ProjectTab, paths } from '../paths.ts'
import { ProjectHeader } from '../projects/ProjectHeader.tsx'
import { useDeleteProject, useProject } from '../projects/queries.ts'
import { BackLink } from '../ui/BackLink.tsx'
import { ErrorCard } from '../ui/ErrorCard.tsx'
import { Skeleton } from '../ui/Skeleton.tsx'
import { Tabs } from '../ui/Tabs.tsx'
import { toast } from '../ui/toasts.ts'
import { SaveStatus } from '../widget/SaveStatus.tsx'
import { AgentPanel } from './AgentPanel.tsx'
import { FaqPanel } from './FaqPanel.tsx'
import { WidgetDesk } from './WidgetDesk.tsx'

const defaultTab: ProjectTab = 'customise'
const tabKeys: ProjectTab[] = ['agents', 'faq', 'customise']

export function Project() {
  const { projectId = '' } = useParams()
  const navigate = useNavigate()
  const [query, setQuery] = useSearchParams()
  const { data: project, error, refetch } = useProject(projectId)
  const remove = useDeleteProject()
  const tab = tabKeys.find((key) => key === query.get('tab')) ?? defaultTab

  if (!project) {
    return (
      <div className="page">
        <BackLink to={paths.projects}>Projects</BackLink>
        {error ? (
          <ErrorCard message={sentenceOf(error, projectSentences.loadFailed)} onRetry={refetch} />
        ) : (
          <Skeleton className="mt-4 h-120 w-full" />
        )}
      </div>
    )
  }

  const tabs = [
    {
      key: 'agents',
      label: 'Agents',
      panel: (
        <div className="mx-auto flex w-full max-w-200 flex-col gap-4 p-4 md:p-6">
          <AgentPanel projectId={project.id} />
        </div>
      ),
    },
    {
      key: 'faq',
      label: 'FAQ',
      panel: (
        <div className="mx-auto flex w-full max-w-200 flex-col gap-4 p-4 md:p-6">
          <FaqPanel projectId={project.id} />
        </div>
      ),
    },
    {
      key: 'customise',
      label: 'Customise',
      panel: (
        <WidgetDesk
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
      ),
    },
  ] as const

  return (
    <div className="relative flex min-h-full flex-col md:h-full">
      <ProjectHeader
        project={project}
        onDelete={() =>
          remove.mutate(project, {
            onSuccess: () => navigate(paths.projects),
            onError: (failure) => toast(sentenceOf(failure, projectSentences.deleteFailed), { tone: 'bad' }),
          })
        }
      />
      <Tabs
        label="Project"
        stripClassName="bg-surface md:px-4"
        tabs={tabs}
        selected={tab}
        onSelect={(key) => setQuery({ tab: key }, { replace: true })}
        panelClassName="flex min-h-0 flex-1 flex-col overflow-y-auto outline-none"
      />
    </div>
  )
}
