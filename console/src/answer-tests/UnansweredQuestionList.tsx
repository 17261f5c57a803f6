import { answerTestSentences, type UnansweredQuestion } from '@aichat/contracts/ai/answer-tests'
import { MessageCircleQuestion } from 'lucide-react'
import { useState } from 'react'
import { errorMessage } from '../kit/http/api-error.ts'
import { Button } from '../ui/Button.tsx'
import { Card } from '../ui/Card.tsx'
import { ErrorCard } from '../ui/feedback/ErrorCard.tsx'
import { Skeleton } from '../ui/feedback/Skeleton.tsx'
import { OutcomeSummary } from './OutcomeSummary.tsx'
import { useIgnoreQuestion, useUnansweredQuestions } from './queries.ts'
import { UnansweredQuestionRow } from './UnansweredQuestionRow.tsx'

type Props = {
  projectId: string
  linkTo: (sessionId: string) => string
  onWriteAnswer: (question: UnansweredQuestion) => void
}

/** The questions that the AI could not answer. */
export function UnansweredQuestionList({ projectId, linkTo, onWriteAnswer }: Props) {
  const { data, error, refetch } = useUnansweredQuestions(projectId)
  const setIgnored = useIgnoreQuestion(projectId)
  const [showsIgnored, setShowsIgnored] = useState(false)
  const open = data?.questions.filter(({ isIgnored }) => !isIgnored) ?? []
  const ignored = data?.questions.filter(({ isIgnored }) => isIgnored) ?? []
  const rows = (list: readonly UnansweredQuestion[], label: string) => (
    <ul aria-label={label} className="divide-y divide-line">
      {list.map((one) => (
        <UnansweredQuestionRow
          key={one.id}
          projectId={projectId}
          asked={one}
          link={linkTo(one.sessionId)}
          onWriteAnswer={() => onWriteAnswer(one)}
          onIgnore={(isIgnored) => setIgnored({ id: one.id, isIgnored })}
        />
      ))}
    </ul>
  )
  return (
    <Card>
      <h2 className="text-title">Unanswered questions</h2>
      <p className="mt-0.5 text-ink-2">
        What the AI assistant couldn't answer, and where its suggested pages didn't help. Similar questions
        are grouped. Card numbers, ID numbers and passwords are hidden.
      </p>
      {data && <OutcomeSummary outcomes={data.outcomes} />}
      {error && !data ? (
        <ErrorCard message={errorMessage(error, answerTestSentences.loadQuestionsFailed)} onRetry={refetch} />
      ) : !data ? (
        <Skeleton className="mt-4 h-20 w-full" />
      ) : open.length === 0 ? (
        <p className="flex flex-col items-center gap-2 py-6 text-center text-ink-2">
          <MessageCircleQuestion aria-hidden size={22} strokeWidth={1.75} className="text-muted" />
          No unanswered questions. They appear here when the AI assistant hands a conversation over to your
          team.
        </p>
      ) : (
        rows(open, 'Unanswered questions')
      )}
      {ignored.length > 0 && (
        <Button
          size="compact"
          variant="ghost"
          aria-expanded={showsIgnored}
          onPress={() => setShowsIgnored(!showsIgnored)}
        >
          {showsIgnored ? 'Hide ignored' : `Show ignored (${ignored.length})`}
        </Button>
      )}
      {showsIgnored && ignored.length > 0 && rows(ignored, 'Ignored questions')}
    </Card>
  )
}
