import { TestDialog } from '../answer-tests/TestDialog.tsx'
import { useKnowledge } from '../knowledge/queries.ts'
import { toast } from '../ui/feedback/toasts.ts'

type Props = { projectId: string; question: string; onClose: () => void }

export function AnswerIssueTestDialog({ projectId, question, onClose }: Props) {
  const { data: items } = useKnowledge(projectId)
  return (
    <TestDialog
      projectId={projectId}
      testId={null}
      form={{ question, mustContain: [], mustCite: null, mustHandOver: false }}
      items={(items ?? []).filter((item) => item.status === 'embedded')}
      onClose={onClose}
      onSaved={() => {
        onClose()
        toast('Answer test created')
      }}
    />
  )
}
