import { widgetSentences } from '@aichat/contracts/widget/widget'
import { Rocket } from 'lucide-react'
import { useNavigate, useParams } from 'react-router'
import { paths, publishPath } from '../../paths.ts'
import { getPublication } from '../../projects/publication.ts'
import { publishTooltip } from '../../projects/publish-tooltip.ts'
import { useProject } from '../../projects/queries.ts'
import { StatusBadge } from '../../projects/StatusBadge.tsx'
import { UnpublishedBadge } from '../../projects/UnpublishedBadge.tsx'
import { BackLink } from '../../ui/BackLink.tsx'
import { Button } from '../../ui/Button.tsx'
import { ErrorCard } from '../../ui/feedback/ErrorCard.tsx'
import { lazyPart } from '../../ui/feedback/lazy-part.tsx'
import { Skeleton } from '../../ui/feedback/Skeleton.tsx'
import { Tooltip } from '../../ui/overlay/Tooltip.tsx'
import { PageTitle } from '../../ui/PageTitle.tsx'
import { SaveStatus } from '../../widget/SaveStatus.tsx'
import { WidgetWorkspace } from './WidgetWorkspace.tsx'

const SetupBar = lazyPart(() => import('../onboarding/SetupBar.tsx').then((file) => file.SetupBar))
const HeaderTryButton = lazyPart(() =>
  import('../onboarding/HeaderTryButton.tsx').then((file) => file.HeaderTryButton),
)

export function Customize() {
  const { projectId = '' } = useParams()
  const navigate = useNavigate()
  const { data: project, error, refetch } = useProject(projectId)
  if (!project) {
    return (
      <div className="page">
        <BackLink to={paths.projects}>Projects</BackLink>
        {error ? (
          <ErrorCard message={widgetSentences.loadProjectFailed} onRetry={refetch} />
        ) : (
          <Skeleton className="mt-4 h-120 w-full" />
        )}
      </div>
    )
  }
  return (
    <div className="flex min-h-full flex-col md:h-full">
      <SetupBar project={project} />
      <WidgetWorkspace
        project={project}
        header={(draft) => (
          <div className="flex shrink-0 flex-wrap items-center gap-x-3 gap-y-1 border-b bg-surface px-4 py-2 md:flex-nowrap">
            <BackLink to={paths.projects} isShortOnPhones>
              Projects
            </BackLink>
            <PageTitle
              title={`Customize ${project.name}`}
              className="min-w-0 truncate max-md:flex-1 max-md:text-title"
            >
              {project.name}
            </PageTitle>
            {/* On phones a line of its own, below the buttons. */}
            <div className="flex min-h-7 shrink-0 items-center gap-3 max-md:order-last max-md:w-full max-md:justify-between md:flex-1">
              <span className="flex shrink-0 items-center gap-1">
                <StatusBadge project={project} />
                <UnpublishedBadge project={project} />
              </span>
              <span className="md:ms-auto">{draft && <SaveStatus draft={draft} />}</span>
            </div>
            <HeaderTryButton project={project} isShortOnPhones />
            <Tooltip text={publishTooltip(project)}>
              <Button
                variant={getPublication(project) === 'live' ? 'secondary' : 'primary'}
                icon={<Rocket aria-hidden size={16} strokeWidth={1.75} />}
                onPress={() => navigate(publishPath(project.id))}
              >
                Publish
              </Button>
            </Tooltip>
          </div>
        )}
      />
    </div>
  )
}
