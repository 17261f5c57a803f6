import { type AnswerChange, type AnswerState, answerSetSentences } from '@aichat/contracts/ai/answer-sets'
import { ErrorCard } from '../ui/feedback/ErrorCard.tsx'
import { Skeleton } from '../ui/feedback/Skeleton.tsx'
import { AnswerChanges } from './AnswerChanges.tsx'
import { useDraftDifference } from './answer-queries.ts'
import { TakeDownButton } from './TakeDownButton.tsx'

type Props = { projectId: string; answers: AnswerState | undefined }

/** The texts that visitors do not get yet, and what a publish does with them. */
export function UnpublishedAnswers({ projectId, answers }: Props) {
  const isNotLive = answers !== undefined && answers.status !== 'live'
  const { data, isError, refetch } = useDraftDifference(projectId, isNotLive)
  if (!isNotLive) return null
  if (!data)
    return isError ? (
      <ErrorCard message={answerSetSentences.loadFailed} onRetry={refetch} />
    ) : (
      <Skeleton className="h-20 w-full" />
    )
  if (data.answers.length === 0) return null
  return (
    <>
      <AnswerChanges
        changes={data.answers}
        total={data.totalAnswers}
        labels={{ before: 'Visitors get', after: 'With your changes' }}
        renderAction={(change) => renderTakeDown(projectId, change)}
      />
      <p className="text-ink-2">{describePublish(answers)}</p>
    </>
  )
}

/** Texts that were removed from the draft only, such as by a restore. */
function renderTakeDown(projectId: string, { kind, id, title, after }: AnswerChange) {
  return after === null && (kind === 'item' || kind === 'faq') ? (
    <TakeDownButton projectId={projectId} text={{ kind, id, title }} />
  ) : null
}

function describePublish({ mode, status, needsReview }: AnswerState): string | null {
  if (needsReview && status === 'waiting')
    return mode === 'manual'
      ? 'These changes go live with the next publish after their review.'
      : 'These changes go live after their review.'
  if (mode === 'manual')
    return status === 'held'
      ? 'Answer tests failed, so these changes need a fix or a reason before they go live.'
      : 'These changes go live with the next publish if their tests pass.'
  if (status === 'held') return '“Publish changes” publishes the design only. Held answers stay held.'
  return status === 'testing' ? 'Answers go live by themselves as soon as their tests pass.' : null
}
