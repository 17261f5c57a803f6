import { projectSentences } from '@aichat/contracts/projects'
import { useParams } from 'react-router'
import { sentenceOf } from '../kit/failure.ts'
import { paths } from '../paths.ts'
import { keepProject, useProject } from '../projects/queries.ts'
import { EmbedCode } from '../releases/EmbedCode.tsx'
import { BackLink } from '../ui/BackLink.tsx'
import { ErrorCard } from '../ui/ErrorCard.tsx'
import { PageTitle } from '../ui/PageTitle.tsx'
import { Skeleton } from '../ui/Skeleton.tsx'
import { PublishCard } from './PublishCard.tsx'

export function Publish() {
  const { projectId = '' } = useParams()
  const { data: project, error, refetch } = useProject(projectId)
  return (
    <div className="page">
      <div className="mx-auto flex max-w-180 flex-col gap-4">
        <div>
          <BackLink to={paths.projectsAlias}>Back</BackLink>
          {project && (
            <PageTitle
              title={`Publish ${project.name}`}
              className="mt-1 text-title-l font-semibold wrap-anywhere"
            >
              Publish {project.name}
            </PageTitle>
          )}
        </div>
        {project ? (
          <>
            <PublishCard project={project} onPublished={keepProject} />
            {project.isPublished && <EmbedCode projectId={project.id} />}
          </>
        ) : error ? (
          <ErrorCard message={sentenceOf(error, projectSentences.loadFailed)} onRetry={refetch} />
        ) : (
          <Skeleton className="h-80 w-full" />
        )}
      </div>
    </div>
  )
}
