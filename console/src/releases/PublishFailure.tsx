import type { AnswerState } from '@aichat/contracts/ai/answer-sets'
import { publishSentences } from '@aichat/contracts/ai/publish-sentences'
import type { Project } from '@aichat/contracts/company/projects'
import { useState } from 'react'
import { ApiError, errorMessage } from '../kit/http/api-error.ts'
import { Button } from '../ui/Button.tsx'
import { lazyOverlay } from '../ui/feedback/lazy-part.tsx'
import { Notice } from '../ui/feedback/Notice.tsx'

const PublishAnywayDialog = lazyOverlay(() =>
  import('./PublishAnywayDialog.tsx').then((file) => file.PublishAnywayDialog),
)

type Props = {
  error: Error
  projectId: string
  answers: AnswerState | undefined
  onReview: () => void
  onPublished: (project: Project) => void
}

/** Why a publish failed, with the failing tests or the way to the comparison where they are the reason. */
export function PublishFailure({ error, projectId, answers, onReview, onPublished }: Props) {
  const [isOverriding, setOverriding] = useState(false)
  const message = errorMessage(error, publishSentences.failed)
  const failing = answers?.status === 'held' ? answers.failing : []
  const code = error instanceof ApiError ? error.code : null
  const isReviewMissing = code === 'review_required'
  if (code !== 'tests_failed' && !isReviewMissing) return <Notice>{message}</Notice>
  // The tests have passed or the answers were reviewed meanwhile.
  if (isReviewMissing ? !answers?.needsReview : failing.length === 0) return null
  return (
    <Notice>
      <p>{message}</p>
      {failing.length > 0 && (
        <ul aria-label="Failing tests" className="mt-1 list-disc ps-5">
          {failing.map(({ testId, question }) => (
            <li key={testId} dir="auto">
              {question}
            </li>
          ))}
        </ul>
      )}
      <div className="mt-2 flex flex-wrap gap-2">
        {isReviewMissing && (
          <Button size="compact" onPress={onReview}>
            Review changed answers
          </Button>
        )}
        <Button size="compact" permission="projects.publish" onPress={() => setOverriding(true)}>
          Publish anyway
        </Button>
      </div>
      {isOverriding && (
        <PublishAnywayDialog
          projectId={projectId}
          failing={failing}
          onPublished={onPublished}
          onClose={() => setOverriding(false)}
        />
      )}
    </Notice>
  )
}
