import { RetryButton } from '../ui/RetryButton.tsx'
import { FaqDialog } from './FaqDialog.tsx'
import { useAddFaq } from './queries.ts'

const blank = { question: '', answer: '' }

/** Stays open until the FAQ is stored: it has no row yet on which a retry could stand. */
export function AddFaqDialog({ projectId, onClose }: { projectId: string; onClose: () => void }) {
  const add = useAddFaq(projectId)
  return (
    <FaqDialog
      title="Add FAQ"
      form={blank}
      isSaving={add.isPending}
      onSave={(form) => add.mutate(form, { onSuccess: onClose })}
      onClose={onClose}
      retry={add.isError && <RetryButton onPress={() => add.mutate(add.variables, { onSuccess: onClose })} />}
    />
  )
}
