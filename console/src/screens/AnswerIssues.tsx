import { answerTestLimits } from '@aichat/contracts/answer-tests'
import { faqLimits } from '@aichat/contracts/faq'
import { lazy, type ReactNode, Suspense, useMemo, useState } from 'react'
import { type AnswerIssue, type AnswerIssueActions, AnswerIssueContext } from '../transcript/answer-issue.ts'
import { toast } from '../ui/toasts.ts'

const AddFaqDialog = lazy(() =>
  import('../faq/AddFaqDialog.tsx').then((file) => ({ default: file.AddFaqDialog })),
)
const AnswerIssueTestDialog = lazy(() =>
  import('./AnswerIssueTestDialog.tsx').then((file) => ({ default: file.AnswerIssueTestDialog })),
)

type Draft = { kind: 'test' | 'faq'; issue: AnswerIssue }

/** Lets agents turn a bad answer of the AI into an answer test or an FAQ. */
export function AnswerIssues({ children }: { children: ReactNode }) {
  const [draft, setDraft] = useState<Draft | null>(null)
  const actions = useMemo<AnswerIssueActions>(
    () => ({
      createTest: (issue) => setDraft({ kind: 'test', issue }),
      createFaq: (issue) => setDraft({ kind: 'faq', issue }),
    }),
    [],
  )
  const close = () => setDraft(null)
  return (
    <AnswerIssueContext value={actions}>
      {children}
      <Suspense>
        {draft?.kind === 'test' && (
          <AnswerIssueTestDialog
            projectId={draft.issue.projectId}
            question={draft.issue.question.slice(0, answerTestLimits.question)}
            onClose={close}
          />
        )}
        {draft?.kind === 'faq' && (
          <AddFaqDialog
            projectId={draft.issue.projectId}
            draft={{
              question: draft.issue.question.slice(0, faqLimits.question),
              answer: draft.issue.answer.slice(0, faqLimits.answer),
            }}
            onClose={close}
            onAdded={() => {
              close()
              toast('FAQ added')
            }}
          />
        )}
      </Suspense>
    </AnswerIssueContext>
  )
}
