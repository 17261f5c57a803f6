import { sessionSentences } from '@aichat/contracts/chat/sessions'
import { type TopicQuestion, topicSentences } from '@aichat/contracts/company/topics'
import { formatDateTime } from '../../kit/format/format.ts'
import { errorMessage, mayRetry } from '../../kit/http/api-error.ts'
import { messagePath } from '../../paths.ts'
import { Button } from '../../ui/Button.tsx'
import { ErrorCard } from '../../ui/feedback/ErrorCard.tsx'
import { Skeleton } from '../../ui/feedback/Skeleton.tsx'
import { LoadMore } from '../../ui/LoadMore.tsx'
import type { ReportFilter } from '../filter/report-filter.ts'
import { ReportLink } from '../ReportLink.tsx'
import { useTopicQuestions } from './queries.ts'

type Props = {
  filter: ReportFilter
  /** Null for questions without a topic. */
  topicId: string | null
  hasProject?: boolean
  onWriteAnswer: (question: TopicQuestion) => void
  /** For questions without a topic. */
  onDismiss?: (question: TopicQuestion) => void
}

/** Unanswered questions, the newest first. Each leads to its message in the inbox. */
export function TopicQuestionList(props: Props) {
  const { filter, topicId, hasProject = false, onWriteAnswer, onDismiss } = props
  const { data, error, refetch, ...next } = useTopicQuestions(filter, topicId)
  if (!data && error) {
    const message = errorMessage(error, topicSentences.loadQuestionsFailed)
    return <ErrorCard message={message} onRetry={mayRetry(error) ? refetch : null} />
  }
  if (!data) return <Skeleton isImmediate className="m-4 h-16" />
  const questions = data.pages.flatMap((page) => page.questions)
  return (
    <>
      <ul aria-label="Questions" className="divide-y divide-line">
        {questions.map((question) => (
          <QuestionRow
            key={`${question.sessionId} ${question.seq}`}
            question={question}
            hasProject={hasProject}
            onWriteAnswer={() => onWriteAnswer(question)}
            onDismiss={onDismiss && (() => onDismiss(question))}
          />
        ))}
      </ul>
      <div className="flex flex-col px-4 py-2 empty:hidden has-[:only-child:empty]:hidden">
        <LoadMore size="compact" query={next} />
      </div>
    </>
  )
}

type RowProps = {
  question: TopicQuestion
  hasProject: boolean
  onWriteAnswer: () => void
  onDismiss: (() => void) | undefined
}

function QuestionRow({ question: asked, hasProject, onWriteAnswer, onDismiss }: RowProps) {
  const { sessionId, seq, project, visitorName, question, askedAt, hadSuggestions, reply } = asked
  return (
    <li data-row={onDismiss && ''} className="flex flex-wrap items-start gap-x-3 gap-y-1 px-4 py-2.5 md:px-5">
      <div className="min-w-0 flex-[1_1_240px]">
        <p dir="auto" className="wrap-anywhere">
          {question || 'A file without text'}
        </p>
        <p className="text-caption text-muted">
          <ReportLink to={messagePath(sessionId, seq)} className="underline">
            {visitorName ?? sessionSentences.guest}
          </ReportLink>
          {' · '}
          <time dateTime={askedAt}>{formatDateTime(askedAt)}</time>
          {hasProject && ` · ${project.name}`}
          {hadSuggestions && ' · Suggested pages didn’t help'}
        </p>
        {reply && (
          <p dir="auto" className="mt-1 line-clamp-3 border-s-2 ps-2 text-ink-2 wrap-anywhere">
            {reply}
          </p>
        )}
      </div>
      <div className="ms-auto flex items-center gap-1 print:hidden">
        {onDismiss && (
          <Button
            size="compact"
            variant="ghost"
            permission="answer_tests.manage"
            label={`Dismiss: ${question}`}
            onPress={onDismiss}
          >
            Dismiss
          </Button>
        )}
        {question && (
          <Button
            size="compact"
            variant="ghost"
            label={`Write an answer: ${question}`}
            onPress={onWriteAnswer}
          >
            Write an answer
          </Button>
        )}
      </div>
    </li>
  )
}
