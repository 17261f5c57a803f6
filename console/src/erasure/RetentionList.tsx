import { erasureSentences } from '@aichat/contracts/company/erasure'
import { FolderKanban } from 'lucide-react'
import { errorMessage } from '../kit/http/api-error.ts'
import { Card } from '../ui/Card.tsx'
import { EmptyState } from '../ui/feedback/EmptyState.tsx'
import { ErrorCard } from '../ui/feedback/ErrorCard.tsx'
import { Skeleton } from '../ui/feedback/Skeleton.tsx'
import { useDelayedLoading } from '../ui/feedback/use-delayed-loading.ts'
import { useRetention } from './queries.ts'
import { RetentionRow } from './RetentionRow.tsx'

/** How long each project keeps closed and archived conversations. */
export function RetentionList() {
  const { data, error, refetch } = useRetention()
  const loading = useDelayedLoading(!data && !error)
  if (loading === 'visible') return <Skeleton isImmediate className="h-40 w-full" />
  if (loading === 'delayed') return null
  if (!data) return <ErrorCard message={errorMessage(error, erasureSentences.loadFailed)} onRetry={refetch} />
  return (
    <Card className="flex flex-col gap-3">
      <div>
        <h2 className="text-title">Conversation retention</h2>
        <p className="mt-1 max-w-[64ch] text-body text-ink-2">
          Closed and archived conversations, with their files, notes and ratings, are deleted this many days
          after their last message. Active ones are kept.
        </p>
      </div>
      {data.projects.length === 0 ? (
        <EmptyState icon={FolderKanban} title="No projects yet" isCompact>
          Each project has its own retention period.
        </EmptyState>
      ) : (
        <ul aria-label="Conversation retention" className="flex flex-col divide-y border-y">
          {data.projects.map((project) => (
            <RetentionRow key={project.id} project={project} />
          ))}
        </ul>
      )}
    </Card>
  )
}
