import { promptSentences } from '@aichat/contracts/ai/prompts'
import { Lock } from 'lucide-react'
import { ApiError, errorMessage } from '../kit/http/api-error.ts'
import { usePermission } from '../kit/permissions.ts'
import { paths } from '../paths.ts'
import { EmptyState } from '../ui/feedback/EmptyState.tsx'
import { ErrorCard } from '../ui/feedback/ErrorCard.tsx'
import { Skeleton } from '../ui/feedback/Skeleton.tsx'
import { LinkButton } from '../ui/LinkButton.tsx'
import { PageTitle } from '../ui/PageTitle.tsx'

type Props = { error: Error | null; onRetry: () => void }

export function PromptsPlaceholder({ error, onRetry }: Props) {
  const isAllowed = usePermission('prompts.manage')
  const isDenied = !isAllowed || (error instanceof ApiError && error.status === 403)
  return (
    <div className="flex h-full flex-col p-4 md:p-6">
      <PageTitle title="Prompts" className="mb-4">
        Prompts
      </PageTitle>
      {isDenied ? (
        <EmptyState
          icon={Lock}
          title={promptSentences.notAllowed}
          action={<LinkButton to={paths.dashboard}>Back to dashboard</LinkButton>}
        />
      ) : error ? (
        <ErrorCard message={errorMessage(error, 'Failed to load prompts')} onRetry={onRetry} />
      ) : (
        <LoadingPanes />
      )}
    </div>
  )
}

function LoadingPanes() {
  return (
    <div role="status" className="flex gap-6">
      <span className="sr-only">Loading prompts…</span>
      <div className="flex w-full shrink-0 flex-col gap-3 md:w-64">
        <Skeleton className="h-9 w-full" />
        <Skeleton className="h-16 w-full" />
        <Skeleton className="h-16 w-full" />
        <Skeleton className="h-16 w-full" />
      </div>
      <Skeleton className="hidden h-80 flex-1 md:block" />
    </div>
  )
}
