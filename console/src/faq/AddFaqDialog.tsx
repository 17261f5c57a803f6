import { blankFaq, type Faq, type FaqForm } from '@aichat/contracts/ai/faq'
import type { ReactNode } from 'react'
import { RetryButton } from '../ui/feedback/RetryButton.tsx'
import { FaqDialog } from './FaqDialog.tsx'
import { useAddFaq } from './queries.ts'

type Props = {
  title?: string
  projectId: string
  /** The initial values of the fields. */
  draft?: Partial<FaqForm>
  onClose: () => void
  onAdded?: (faq: Faq) => void
  /** Below the fields. */
  children?: ReactNode
}

/** Stays open until the FAQ is stored, because a new FAQ has no row that could offer a retry. */
export function AddFaqDialog({
  title = 'Add FAQ',
  projectId,
  draft,
  onClose,
  onAdded = onClose,
  children,
}: Props) {
  const add = useAddFaq(projectId)
  return (
    <FaqDialog
      title={title}
      form={{ ...blankFaq, ...draft }}
      isSaving={add.isPending}
      onSave={(form) => add.mutateAsync(form, { onSuccess: (faq) => onAdded(faq) })}
      onClose={onClose}
      retry={
        add.isError && (
          <RetryButton onPress={() => add.mutate(add.variables, { onSuccess: (faq) => onAdded(faq) })} />
        )
      }
    >
      {children}
    </FaqDialog>
  )
}
