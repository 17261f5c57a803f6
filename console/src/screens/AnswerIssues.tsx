import { answerTestLimits } from '@aichat/contracts/ai/answer-tests'
import { faqLimits } from '@aichat/contracts/ai/faq'
import { truncateText } from '@aichat/contracts/kit/text'
import { type ReactNode, useMemo, useState } from 'react'
import {
  type AnswerIssue,
  type AnswerIssueActions,
  AnswerIssueContext,
} from '../transcript/reply-trace/answer-issue.ts'
import { lazyOverlay } from '../ui/feedback/lazy-part.tsx'
import { toast } from '../ui/feedback/toasts.ts'

const AddFaqDialog = lazyOverlay(() => import('../faq/AddFaqDialog.tsx').then((file) => file.AddFaqDialog))
const AnswerIssueTestDialog = lazyOverlay(() =>
  import('./AnswerIssueTestDialog.tsx').then((file) => file.AnswerIssueTestDialog),
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
      {draft?.kind === 'test' && (
        <AnswerIssueTestDialog
          projectId={draft.issue.projectId}
          question={truncateText(draft.issue.question, answerTestLimits.question)}
          onClose={close}
        />
      )}
      {draft?.kind === 'faq' && (
        <AddFaqDialog
          projectId={draft.issue.projectId}
          draft={{
            question: truncateText(draft.issue.question, faqLimits.question),
            answer: truncateText(draft.issue.answer, faqLimits.answer),
          }}
          onClose={close}
          onAdded={() => {
            close()
            toast('FAQ added')
          }}
        />
      )}
    </AnswerIssueContext>
  )
}
