import { type Project, projectSentences } from '@aichat/contracts/company/projects'
import { useRef } from 'react'
import { Link, useParams } from 'react-router'
import { invalidateTests } from '../../answer-tests/queries.ts'
import { TestResultsCard } from '../../answer-tests/TestResultsCard.tsx'
import { EarlierConversationsOffer } from '../../auto-reply/EarlierConversationsOffer.tsx'
import { invalidateProjectAutoReply } from '../../auto-reply/queries.ts'
import { InstallCheck } from '../../installation/InstallCheck.tsx'
import { OriginList } from '../../installation/OriginList.tsx'
import { errorMessage } from '../../kit/http/api-error.ts'
import { usePermission } from '../../kit/permissions.ts'
import { paths, projectDetailsPath, projectPath } from '../../paths.ts'
import { getPublication, isLive } from '../../projects/publication.ts'
import { cacheProject, useProject } from '../../projects/queries.ts'
import { useAnswerState } from '../../releases/answer-queries.ts'
import { diffConfigs } from '../../releases/diff-configs.ts'
import { EmbedCode } from '../../releases/EmbedCode.tsx'
import { useReleases } from '../../releases/queries.ts'
import { ReleaseList } from '../../releases/ReleaseList.tsx'
import { BackLink } from '../../ui/BackLink.tsx'
import { ErrorCard } from '../../ui/feedback/ErrorCard.tsx'
import { lazyOverlay, lazyPart } from '../../ui/feedback/lazy-part.tsx'
import { Skeleton } from '../../ui/feedback/Skeleton.tsx'
import { PageTitle } from '../../ui/PageTitle.tsx'
import { textLink } from '../../ui/text-link.ts'
import { useWidgetConfig } from '../../widget/queries.ts'
import { PublishCard } from './PublishCard.tsx'
import { PublishChecklist } from './PublishChecklist.tsx'
import { PublishDetails } from './PublishDetails.tsx'
import { useRestoreRelease } from './use-restore-release.ts'

const AnswerModeSetting = lazyPart(() =>
  import('../../releases/AnswerModeSetting.tsx').then((file) => file.AnswerModeSetting),
)
const AnswersBanner = lazyPart(() => import('../AnswersBanner.tsx').then((file) => file.AnswersBanner))
const IdentitySecrets = lazyPart(() =>
  import('../../identity/IdentitySecrets.tsx').then((file) => file.IdentitySecrets),
)
const PublishReplay = lazyPart(() => import('./PublishReplay.tsx').then((file) => file.PublishReplay))
const RestoreQuestion = lazyOverlay(() =>
  import('./RestoreQuestion.tsx').then((file) => file.RestoreQuestion),
)

export function Publish() {
  const { projectId = '' } = useParams()
  const { data: project, error, refetch } = useProject(projectId)
  return (
    <div className="page">
      <div className="flex flex-col gap-4">
        <div>
          <div className="flex items-center justify-between gap-3">
            <BackLink to={paths.projectsAlias}>Back</BackLink>
            {project && (
              <Link to={projectDetailsPath(project.id)} className={textLink}>
                Open project
              </Link>
            )}
          </div>
          {project && (
            <PageTitle title={`Publish ${project.name}`} className="mt-1 wrap-anywhere">
              Publish {project.name}
            </PageTitle>
          )}
        </div>
        {project ? (
          <PublishingDetails project={project} />
        ) : error ? (
          <ErrorCard message={errorMessage(error, projectSentences.loadFailed)} onRetry={refetch} />
        ) : (
          <Skeleton className="h-80 w-full" />
        )}
      </div>
    </div>
  )
}

/** The publishing state of a project: its checks, code, websites and releases. */
function PublishingDetails({ project }: { project: Project }) {
  const { id } = project
  const isPublished = isLive(project)
  const { data: draft } = useWidgetConfig(project.widgetConfigId ?? '')
  const { data: releases } = useReleases(id)
  const { data: answers } = useAnswerState(id)
  const restoration = useRestoreRelease(id, draft)
  const comparison = useRef<HTMLDivElement>(null)
  const showComparison = () => comparison.current?.focus()
  const live = releases?.[0]
  const canManageIdentity = usePermission('identity.manage')
  return (
    <div className="grid items-start gap-4 lg:grid-cols-[minmax(0,1fr)_16rem]">
      <div className="flex min-w-0 flex-col gap-4">
        <AnswersBanner projectId={id} onReview={showComparison} />
        <PublishCard
          project={project}
          answers={answers}
          onReview={showComparison}
          changes={live && draft ? diffConfigs(live.config, draft) : []}
          onPublished={(published) => {
            cacheProject(published)
            invalidateTests(id)
            void invalidateProjectAutoReply(id)
          }}
        />
        {answers && answers.status !== 'live' && (
          <div
            ref={comparison}
            tabIndex={-1}
            className="rounded-card outline-offset-4 focus:outline-2 focus:outline-focus"
          >
            <PublishReplay projectId={id} answers={answers} />
          </div>
        )}
        <EarlierConversationsOffer projectId={id} />
        {isPublished && (
          <>
            <EmbedCode
              projectId={id}
              projectName={project.name}
              isNext={getPublication(project) === 'live'}
            />
            <InstallCheck projectId={id} websiteUrl={project.websiteUrl} />
            <AnswerModeSetting projectId={id} />
          </>
        )}
        <TestResultsCard
          projectId={id}
          link={projectPath(id, 'agents')}
          canPublish={answers?.status !== 'held'}
        />
        <OriginList projectId={id} showsLoadError={!isPublished} />
        {canManageIdentity && <IdentitySecrets projectId={id} />}
        {isPublished && (
          <ReleaseList
            projectId={id}
            draft={draft}
            onRestore={restoration.ask}
            restoring={restoration.restoring}
          />
        )}
        <PublishDetails project={project} />
        {restoration.question && draft && (
          <RestoreQuestion
            projectId={id}
            draft={draft}
            restoration={restoration}
            onClose={restoration.cancel}
          />
        )}
      </div>
      <div className={`min-w-0 ${isPublished ? '' : 'max-lg:order-first'}`}>
        <PublishChecklist project={project} />
      </div>
    </div>
  )
}
