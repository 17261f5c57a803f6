import type { UnansweredQuestion } from '@aichat/contracts/ai/answer-tests'
import { FlaskConical } from 'lucide-react'
import { Badge } from '../ui/Badge.tsx'
import { Button } from '../ui/Button.tsx'
import { toast } from '../ui/feedback/toasts.ts'
import { LinkButton } from '../ui/LinkButton.tsx'
import { RelativeTime } from '../ui/RelativeTime.tsx'
import { showSaveError, useSaveTest } from './queries.ts'

type Props = {
  projectId: string
  asked: UnansweredQuestion
  link: string
  onWriteAnswer: () => void
  onIgnore: (isIgnored: boolean) => void
}

export function UnansweredQuestionRow({ projectId, asked, link, onWriteAnswer, onIgnore }: Props) {
  const { question, count, lastAt, humanAnswer, hadSuggestions, isIgnored } = asked
  return (
    <li className="flex flex-wrap items-start gap-x-3 gap-y-2 py-3">
      <div className="min-w-0 flex-[1_1_200px]">
        <p dir="auto" className="text-body wrap-anywhere">
          {question}
        </p>
        <p className="mt-0.5 text-ink-2">
          {count === 1 ? 'Asked once, ' : `Asked ${count} times, most recently `}
          <RelativeTime time={lastAt} variant="sentence" />
          {hadSuggestions && ' · Suggested pages didn’t help'}
        </p>
        {humanAnswer && (
          <p dir="auto" className="mt-1 line-clamp-3 border-s-2 ps-2 text-ink-2 wrap-anywhere">
            {humanAnswer}
          </p>
        )}
      </div>
      <div className="ms-auto flex flex-wrap items-center justify-end gap-1">
        <LinkButton size="compact" variant="ghost" to={link}>
          Open conversation
        </LinkButton>
        <Button
          size="compact"
          variant="ghost"
          permission="answer_tests.manage"
          onPress={() => onIgnore(!isIgnored)}
        >
          {isIgnored ? 'Restore' : 'Ignore'}
        </Button>
        {!isIgnored && (
          <>
            <TestButton projectId={projectId} asked={asked} />
            <Button size="compact" onPress={onWriteAnswer}>
              Write an answer
            </Button>
          </>
        )}
      </div>
    </li>
  )
}

/** Saves the question as an answer test. */
function TestButton({ projectId, asked: { question, isTest } }: Pick<Props, 'projectId' | 'asked'>) {
  const add = useSaveTest(projectId, null)
  if (isTest) return <Badge tone="neutral">Saved as test</Badge>
  return (
    <Button
      size="compact"
      permission="answer_tests.manage"
      isBusy={add.isPending}
      icon={<FlaskConical aria-hidden size={14} strokeWidth={1.75} />}
      onPress={() =>
        add.mutate(
          { question, mustContain: [], mustCite: null, mustHandOver: false },
          { onSuccess: () => toast('Answer test created'), onError: showSaveError },
        )
      }
    >
      Test it
    </Button>
  )
}
