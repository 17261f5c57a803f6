import { type FaqForm, faqForm, faqLimits } from '@aichat/contracts/ai/faq'
import { zodResolver } from '@hookform/resolvers/zod'
import type { ReactNode } from 'react'
import { useForm } from 'react-hook-form'
import { TextArea } from '../ui/forms/TextArea.tsx'
import { TextInput } from '../ui/forms/TextInput.tsx'
import { FormDialog } from '../ui/overlay/FormDialog.tsx'

type Props = {
  title: string
  form: FaqForm
  onSave: (form: FaqForm) => unknown
  onClose: () => void
  isSaving?: boolean
  /** Shown beside the buttons after a failure. */
  retry?: ReactNode
  /** Below the fields. */
  children?: ReactNode
}

export function FaqDialog({
  title,
  form: stored,
  onSave,
  onClose,
  isSaving = false,
  retry,
  children,
}: Props) {
  const form = useForm({ resolver: zodResolver(faqForm), defaultValues: stored, mode: 'onChange' })
  const { errors, isValid, isDirty } = form.formState
  return (
    <FormDialog
      title={title}
      submit="Save"
      beside={retry}
      onClose={onClose}
      onSubmit={form.handleSubmit(onSave)}
      isBusy={isSaving}
      isBlocked={!isValid}
      isDirty={isDirty && !isSaving}
    >
      <TextInput
        label="Question"
        isRequired
        autoComplete="off"
        maxLength={faqLimits.question}
        counted={form.watch('question').length}
        error={errors.question?.message}
        {...form.register('question')}
      />
      <TextArea
        label="Answer"
        isRequired
        rows={6}
        maxLength={faqLimits.answer}
        counted={form.watch('answer').length}
        error={errors.answer?.message}
        {...form.register('answer')}
      />
      {children}
    </FormDialog>
  )
}
