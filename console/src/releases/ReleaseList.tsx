import { publishSentences } from '@aichat/contracts/ai/publish-sentences'
import type { Release } from '@aichat/contracts/ai/releases'
import type { WidgetContent } from '@aichat/contracts/widget/widget'
import { Button } from '../ui/Button.tsx'
import { Card } from '../ui/Card.tsx'
import { ErrorCard } from '../ui/feedback/ErrorCard.tsx'
import { Skeleton } from '../ui/feedback/Skeleton.tsx'
import { useReleases } from './queries.ts'
import { ReleaseRow } from './ReleaseRow.tsx'

type Props = {
  projectId: string
  draft: WidgetContent | undefined
  onRestore: (release: Release) => void
  /** The number of the release that is being restored. */
  restoring: number | null
}

export function ReleaseList({ projectId, draft, onRestore, restoring }: Props) {
  const {
    data: releases,
    isError,
    refetch,
    hasNextPage,
    fetchNextPage,
    isFetchingNextPage,
  } = useReleases(projectId)
  if (!releases) {
    return isError ? (
      <ErrorCard message={publishSentences.loadReleasesFailed} onRetry={refetch} />
    ) : (
      <Skeleton className="h-40 w-full" />
    )
  }
  return (
    <Card>
      <h2 className="text-title">Releases</h2>
      <p className="mt-1 text-body text-ink-2">
        Every published version is saved. Restoring one copies it to your draft; visitors see it once you
        publish.
      </p>
      <ul className="mt-4 flex flex-col divide-y border-t">
        {releases.map((release, index) => (
          <ReleaseRow
            key={release.number}
            projectId={projectId}
            release={release}
            isLive={index === 0}
            draft={draft}
            isRestoring={restoring === release.number}
            onRestore={() => onRestore(release)}
          />
        ))}
      </ul>
      {hasNextPage && (
        <Button size="compact" isBusy={isFetchingNextPage} onPress={fetchNextPage} className="mt-3">
          Show older releases
        </Button>
      )}
    </Card>
  )
}
