import type { AnswerState } from '@aichat/contracts/ai/answer-sets'
import { type Replay, replaySentences } from '@aichat/contracts/ai/replays'
import { CircleCheck, GitCompareArrows } from 'lucide-react'
import { useId } from 'react'
import { formatDateTime } from '../kit/format/format.ts'
import { errorMessage } from '../kit/http/api-error.ts'
import { usePermission } from '../kit/permissions.ts'
import { Button } from '../ui/Button.tsx'
import { Card } from '../ui/Card.tsx'
import { ErrorCard } from '../ui/feedback/ErrorCard.tsx'
import { Notice } from '../ui/feedback/Notice.tsx'
import { ProgressBar } from '../ui/feedback/ProgressBar.tsx'
import { Skeleton } from '../ui/feedback/Skeleton.tsx'
import { useLatestReplay, useStartReplay } from './queries.ts'
import { ReplayResults } from './ReplayResults.tsx'
import { ReplayReview } from './ReplayReview.tsx'
import type { RowActions } from './ReplayRow.tsx'

type Props = {
  projectId: string
  actions: RowActions
  settings: Pick<AnswerState, 'mode' | 'requiresReview'>
}

/** Answers visitors' last questions with the draft, and lists the answers that change. */
export function ReplayCard({ projectId, actions, settings }: Props) {
  const { data, error, refetch } = useLatestReplay(projectId)
  const start = useStartReplay(projectId)
  const titleId = useId()
  if (!data)
    return error ? (
      <ErrorCard message={errorMessage(error, replaySentences.loadFailed)} onRetry={refetch} />
    ) : (
      <Skeleton className="h-28 w-full" />
    )
  const { replay, results } = data
  return (
    <Card>
      <section aria-labelledby={titleId}>
        <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-3">
          <div className="min-w-0 flex-[1_1_240px]">
            <h2 id={titleId} className="text-title">
              Visitors' questions
            </h2>
            <p className="mt-0.5 text-ink-2">
              Answers the last questions of visitors with your changes, and shows what would change.
            </p>
          </div>
          <CompareButton replay={replay} isStarting={start.isPending} onPress={() => start.mutate()} />
        </div>
        {start.error && (
          <div className="mt-3">
            <Notice>{errorMessage(start.error, replaySentences.startFailed)}</Notice>
          </div>
        )}
        {isOutdated(replay) && (
          <div className="mt-3">
            <Notice tone="info">Your changes are newer than this comparison.</Notice>
          </div>
        )}
        <p role="status" className="mt-3 empty:hidden">
          {replay && <Outcome replay={replay} changed={results.length} />}
        </p>
        {replay?.finishedAt === null && <Progress done={replay.done} total={replay.total} />}
        {results.length > 0 && <ReplayResults results={results} actions={actions} />}
        {replay && settings.requiresReview && (
          <ReplayReview
            projectId={projectId}
            replay={replay}
            isLiveAfterwards={settings.mode === 'automatic'}
          />
        )}
      </section>
    </Card>
  )
}

type ButtonProps = { replay: Replay | null; isStarting: boolean; onPress: () => void }

function CompareButton({ replay, isStarting, onPress }: ButtonProps) {
  const isRunning = replay?.finishedAt === null
  if (!usePermission('answer_tests.manage'))
    return <p className="text-ink-2">Only Owners and Admins can compare answers.</p>
  return (
    <Button
      isBusy={isStarting || isRunning}
      icon={<GitCompareArrows aria-hidden size={16} strokeWidth={1.75} />}
      onPress={onPress}
    >
      {replay && replay.total > 0 && !isRunning ? 'Compare again' : 'Compare answers'}
    </Button>
  )
}

function Progress({ done, total }: { done: number; total: number }) {
  return (
    <div className="flex items-center gap-3">
      <div className="flex-1">
        <ProgressBar label="Compared questions" value={done} max={Math.max(1, total)} />
      </div>
      <span className="text-ink-2 tabular-nums">
        {done} of {total}
      </span>
    </div>
  )
}

function isOutdated(replay: Replay | null): boolean {
  return replay !== null && replay.finishedAt !== null && replay.total > 0 && !replay.isCurrent
}

/** The result in one line. The progress is not part of it, so that screen readers announce only start and end. */
function Outcome({ replay, changed }: { replay: Replay; changed: number }) {
  const { finishedAt, total, isCurrent } = replay
  if (finishedAt === null) return 'Comparing answers…'
  if (total === 0) return <span className="text-ink-2">No visitor questions yet</span>
  return (
    <>
      {changed === 0 && isCurrent && (
        <CircleCheck aria-hidden size={16} className="me-1.5 mb-0.5 inline text-ok" />
      )}
      <span className="font-strong">{countChanged(changed)}</span>
      <span className="text-muted">
        {' '}
        · {total === 1 ? '1 question' : `${total} questions`} · {formatDateTime(finishedAt)}
      </span>
    </>
  )
}

function countChanged(count: number): string {
  if (count === 0) return 'No answers change'
  return count === 1 ? '1 answer changes' : `${count} answers change`
}
