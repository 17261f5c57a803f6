import type { AnswerState } from '@aichat/contracts/ai/answer-sets'
import { answerTestLimits } from '@aichat/contracts/ai/answer-tests'
import { truncateText } from '@aichat/contracts/kit/text'
import { useMemo, useState } from 'react'
import { useAnswerTests } from '../../answer-tests/queries.ts'
import { TextDifference } from '../../releases/TextDifference.tsx'
import { ReplayCard } from '../../replays/ReplayCard.tsx'
import { lazyOverlay } from '../../ui/feedback/lazy-part.tsx'

const AnswerIssueTestDialog = lazyOverlay(() =>
  import('../AnswerIssueTestDialog.tsx').then((file) => file.AnswerIssueTestDialog),
)

/** Compares the answers to visitors' questions, each of which can become an answer test. */
export function PublishReplay({ projectId, answers }: { projectId: string; answers: AnswerState }) {
  const { data } = useAnswerTests(projectId)
  const [question, setQuestion] = useState<string | null>(null)
  const actions = useMemo(() => {
    const saved = new Set(data?.tests.map((test) => test.question))
    return {
      Difference: TextDifference,
      isTest: (asked: string) => saved.has(toTestQuestion(asked)),
      onAddTest: (asked: string) => setQuestion(toTestQuestion(asked)),
    }
  }, [data])
  return (
    <>
      <ReplayCard projectId={projectId} actions={actions} settings={answers} />
      {question !== null && (
        <AnswerIssueTestDialog projectId={projectId} question={question} onClose={() => setQuestion(null)} />
      )}
    </>
  )
}

function toTestQuestion(asked: string): string {
  return truncateText(asked.trim(), answerTestLimits.question)
}
