import { answerTestLimits } from '@aichat/contracts/answer-tests'
import { faqLimits } from '@aichat/contracts/faq'
import { lazy, type ReactNode, Suspense, useMemo, useState } from 'react'
import { ComplainContext, type Complaint } from '../transcript/answer-issue.ts'
import { toast } from '../ui/toasts.ts'

const AddFaqDialog = lazy(() =>
  import('../faq/AddFaqDialog.tsx').then((file) => ({ default: file.AddFaqDialog })),
)
const ComplaintTest = lazy(() =>
  import('./AnswerIssueTest.tsx').then((file) => ({ default: file.ComplaintTest })),
)

type Open = { as: 'test' | 'faq'; complaint: Complaint }

/** What the desk finds wrong with the AI's replies becomes an answer test or a FAQ. */
export function Complaints({ children }: { children: ReactNode }) {
  const [open, setOpen] = useState<Open | null>(null)
  const complain = useMemo(
    () => ({
      test: (complaint: Complaint) => setOpen({ as: 'test', complaint }),
      faq: (complaint: Complaint) => setOpen({ as: 'faq', complaint }),
    }),
    [],
  )
  const close = () => setOpen(null)
  return (
    <ComplainContext value={complain}>
      {children}
      <Suspense>
        {open?.as === 'test' && (
          <ComplaintTest
            projectId={open.complaint.projectId}
            question={open.complaint.question.slice(0, answerTestLimits.question)}
            onClose={close}
          />
        )}
        {open?.as === 'faq' && (
          <AddFaqDialog
            projectId={open.complaint.projectId}
            draft={{
              question: open.complaint.question.slice(0, faqLimits.question),
              answer: open.complaint.answer.slice(0, faqLimits.answer),
            }}
            onClose={close}
            onAdded={() => {
              close()
              toast('FAQ added')
            }}
          />
        )}
      </Suspense>
    </ComplainContext>
  )
}
