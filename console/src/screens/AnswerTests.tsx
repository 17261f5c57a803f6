import type { UnansweredQuestion } from '@aichat/contracts/ai/answer-tests'
import { faqLimits } from '@aichat/contracts/ai/faq'
import { truncateText } from '@aichat/contracts/kit/text'
import { useState } from 'react'
import { invalidateTests } from '../answer-tests/queries.ts'
import { SuggestedTestList } from '../answer-tests/SuggestedTestList.tsx'
import { TestList } from '../answer-tests/TestList.tsx'
import { UnansweredQuestionList } from '../answer-tests/UnansweredQuestionList.tsx'
import { useKnowledge } from '../knowledge/queries.ts'
import { chatsPath } from '../paths.ts'
import { lazyOverlay } from '../ui/feedback/lazy-part.tsx'
import { toast } from '../ui/feedback/toasts.ts'

// Lazy, because form controls that many screens import move into the bundle that every screen loads.
const AddFaqDialog = lazyOverlay(() => import('../faq/AddFaqDialog.tsx').then((file) => file.AddFaqDialog))

/** The answer tests of a project, and the questions that it could not answer. */
export function AnswerTests({ projectId }: { projectId: string }) {
  const { data: items } = useKnowledge(projectId)
  const citable = (items ?? []).filter((item) => item.status === 'embedded')
  const [asked, setAsked] = useState<UnansweredQuestion | null>(null)

  function added() {
    setAsked(null)
    toast('FAQ added')
    invalidateTests(projectId)
  }

  return (
    <>
      <TestList projectId={projectId} items={citable} />
      <SuggestedTestList projectId={projectId} items={citable} linkTo={chatsPath} />
      <UnansweredQuestionList projectId={projectId} linkTo={chatsPath} onWriteAnswer={setAsked} />
      {asked && (
        <AddFaqDialog
          projectId={projectId}
          draft={{
            question: truncateText(asked.question, faqLimits.question),
            answer: truncateText(asked.humanAnswer ?? '', faqLimits.answer),
          }}
          onClose={() => setAsked(null)}
          onAdded={added}
        />
      )}
    </>
  )
}
