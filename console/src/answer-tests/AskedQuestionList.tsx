import { answerTestSentences, type VisitorQuestion } from '@aichat/contracts/answer-tests'
import { FlaskConical, MessageCircleQuestion } from 'lucide-react'
import { errorMessage } from '../kit/api-error.ts'
import { Badge } from '../ui/Badge.tsx'
import { Button } from '../ui/Button.tsx'
import { Card } from '../ui/Card.tsx'
import { ErrorCard } from '../ui/ErrorCard.tsx'
import { LinkButton } from '../ui/LinkButton.tsx'
import { RelativeTime } from '../ui/RelativeTime.tsx'
import { Skeleton } from '../ui/Skeleton.tsx'
import { toast } from '../ui/toasts.ts'
import { showSaveError, useAskedQuestions, useSaveTest } from './queries.ts'

type Props = {
  projectId: string
  linkTo: (sessionId: string) => string
  onDraftFaq: (question: VisitorQuestion) => void
}

/** The questions that visitors asked the AI, unanswered ones first. */
export function AskedQuestionList({ projectId, linkTo, onDraftFaq }: Props) {
  const { data, error, refetch } = useAskedQuestions(projectId)
  const unanswered = data?.filter((one) => !one.isAnswered) ?? []
  const answered = data?.filter((one) => one.isAnswered) ?? []
  const rows = (list: readonly VisitorQuestion[], label: string) => (
    <ul aria-label={label} className="divide-y divide-line">
      {list.map((one) => (
        <QuestionRow
          key={one.question}
          projectId={projectId}
          asked={one}
          link={linkTo(one.sessionId)}
          onDraftFaq={() => onDraftFaq(one)}
        />
      ))}
    </ul>
  )
  return (
    <Card>
      <h2 className="text-title-s font-semibold">What visitors asked</h2>
      {error && !data ? (
        <ErrorCard message={errorMessage(error, answerTestSentences.loadQuestionsFailed)} onRetry={refetch} />
      ) : !data ? (
        <Skeleton className="mt-4 h-20 w-full" />
      ) : data.length === 0 ? (
        <p className="flex flex-col items-center gap-2 py-6 text-center text-ink-2">
          <MessageCircleQuestion aria-hidden size={22} strokeWidth={1.75} className="text-muted" />
          Questions appear here once visitors start asking the AI.
        </p>
      ) : (
        <>
          {unanswered.length > 0 && (
            <>
              <h3 className="mt-3 text-small font-semibold text-warn">Unanswered</h3>
              {rows(unanswered, 'Unanswered questions')}
            </>
          )}
          {answered.length > 0 && (
            <>
              <h3 className="mt-3 text-small font-semibold text-ink-2">Answered by the AI</h3>
              {rows(answered, 'Questions answered by the AI')}
            </>
          )}
        </>
      )}
    </Card>
  )
}

type RowProps = { projectId: string; asked: VisitorQuestion; link: string; onDraftFaq: () => void }

function QuestionRow({ projectId, asked, link, onDraftFaq }: RowProps) {
  const add = useSaveTest(projectId, null)
  const { question, count, lastAt, isAnswered, humanAnswer, citedItemId, isTest } = asked
  function saveAsTest() {
    add.mutate(
      { question, mustContain: [], mustCite: citedItemId, mustHandOver: false },
      { onSuccess: () => toast('Answer test created'), onError: showSaveError },
    )
  }
  return (
    <li className="flex flex-wrap items-start gap-x-3 gap-y-2 py-3">
      <div className="min-w-0 flex-[1_1_200px]">
        <p dir="auto" className="text-body wrap-anywhere">
          {question}
        </p>
        <p className="mt-0.5 text-small text-ink-2">
          {count === 1 ? 'Asked once, ' : `Asked ${count} times, most recently `}
          <RelativeTime time={lastAt} variant="sentence" />
        </p>
        {humanAnswer && (
          <p dir="auto" className="mt-1 line-clamp-3 border-s-2 ps-2 text-small text-ink-2 wrap-anywhere">
            {humanAnswer}
          </p>
        )}
      </div>
      <div className="ms-auto flex flex-wrap items-center justify-end gap-1">
        <LinkButton size="compact" variant="ghost" to={link}>
          Open conversation
        </LinkButton>
        {isTest ? (
          <Badge tone="neutral">Saved as test</Badge>
        ) : (
          <Button
            size="compact"
            permission="answer_tests.manage"
            isBusy={add.isPending}
            icon={<FlaskConical aria-hidden size={14} strokeWidth={1.75} />}
            onPress={saveAsTest}
          >
            Save as test
          </Button>
        )}
        {!isAnswered && (
          <Button size="compact" variant="primary" onPress={onDraftFaq}>
            Draft FAQ
          </Button>
        )}
      </div>
    </li>
  )
}
