import { type FaqForm, faqForm, faqLimits } from '@aichat/contracts/faq'
import { zodResolver } from '@hookform/resolvers/zod'
import { type ReactNode, useId } from 'react'
import { useForm } from 'react-hook-form'
import { Button } from '../ui/Button.tsx'
import { Dialog } from '../ui/Dialog.tsx'
import { TextArea } from '../ui/TextArea.tsx'
import { TextInput } from '../ui/TextInput.tsx'

type Props = {
  title: string
  form: FaqForm
  onSave: (form: FaqForm) => void
  onClose: () => void
  isSaving?: boolean
  /** Stands beside the buttons after a failure. */
  retry?: ReactNode
}

export function FaqDialog({ title, form: stored, onSave, onClose, isSaving = false, retry }: Props) {
  const formId = useId()
  const form = useForm({ resolver: zodResolver(faqForm), defaultValues: stored, mode: 'onChange' })
  const { errors, isValid, isDirty } = form.formState
  return (
    <Dialog
      title={title}
      isOpen
      onClose={onClose}
      isDirty={isDirty && !isSaving}
      footer={
        <>
          {retry}
          <Button onPress={onClose}>Cancel</Button>
          <Button
            type="submit"
            form={formId}
            look="primary"
            isBusy={isSaving}
            isDisabled={!isValid && !isSaving}
          >
            Save
          </Button>
        </>
      }
    >
      <form id={formId} noValidate onSubmit={form.handleSubmit(onSave)} className="flex flex-col gap-4">
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
          aria-required
          rows={6}
          maxLength={faqLimits.answer}
          counted={form.watch('answer').length}
          error={errors.answer?.message}
          {...form.register('answer')}
        />
      </form>
    </Dialog>
  )
}
