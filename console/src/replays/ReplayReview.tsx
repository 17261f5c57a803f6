import { type Replay, replaySentences } from '@aichat/contracts/ai/replays'
import { CheckCheck } from 'lucide-react'
import { formatDateTime } from '../kit/format/format.ts'
import { errorMessage } from '../kit/http/api-error.ts'
import { Button } from '../ui/Button.tsx'
import { Notice } from '../ui/feedback/Notice.tsx'
import { useReviewReplay } from './queries.ts'

type Props = { projectId: string; replay: Replay; isLiveAfterwards: boolean }

/** The review that a project demands before changed answers go live. */
export function ReplayReview({ projectId, replay, isLiveAfterwards }: Props) {
  const review = useReviewReplay(projectId)
  if (replay.finishedAt === null || !replay.isCurrent) return null
  if (replay.review)
    return (
      <p role="status" className="mt-3 border-t pt-3 text-ok">
        Reviewed{replay.review.by && ` by ${replay.review.by}`} · {formatDateTime(replay.review.at)}
      </p>
    )
  return (
    <div className="mt-3 flex flex-wrap items-center justify-between gap-x-4 gap-y-2 border-t pt-3">
      <p className="text-ink-2">
        {isLiveAfterwards
          ? 'Your changes go live when you mark these answers as reviewed and tests pass.'
          : 'You can publish your changes once these answers are marked as reviewed.'}
      </p>
      <Button
        variant="primary"
        permission="projects.publish"
        isBusy={review.isPending}
        icon={<CheckCheck aria-hidden size={16} strokeWidth={1.75} />}
        onPress={() => review.mutate(replay.id)}
      >
        Mark as reviewed
      </Button>
      {review.error && (
        <div className="basis-full">
          <Notice>{errorMessage(review.error, replaySentences.reviewFailed)}</Notice>
        </div>
      )}
    </div>
  )
}
