import { blankFaq, type FaqForm } from '@aichat/contracts/ai/faq'
import { RetryButton } from '../ui/feedback/RetryButton.tsx'
import { FaqDialog } from './FaqDialog.tsx'
import { useAddFaq } from './queries.ts'

type Props = {
  projectId: string
  /** The initial values of the fields. */
  draft?: Partial<FaqForm>
  onClose: () => void
  onAdded?: () => void
}

/** Stays open until the FAQ is stored, because a new FAQ has no row that could offer a retry. */
export function AddFaqDialog({ projectId, draft, onClose, onAdded = onClose }: Props) {
  const add = useAddFaq(projectId)
  return (
    <FaqDialog
      title="Add FAQ"
      form={{ ...blankFaq, ...draft }}
      isSaving={add.isPending}
      onSave={(form) => add.mutateAsync(form, { onSuccess: onAdded })}
      onClose={onClose}
      retry={add.isError && <RetryButton onPress={() => add.mutate(add.variables, { onSuccess: onAdded })} />}
    />
  )
}
