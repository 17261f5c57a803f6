import { type FormEvent, type ReactNode, useId } from 'react'
import { Button } from '../Button.tsx'
import { Form } from '../forms/Form.tsx'
import { Dialog } from './Dialog.tsx'

type Props = {
  title: string
  onClose: () => void
  /** Returns the promise of what it sends, see Form. */
  onSubmit: (event: FormEvent) => unknown
  children: ReactNode
  /** The label of the submit button. */
  submit: string
  isBusy?: boolean
  /** Disables the submit button. */
  isBlocked?: boolean
  /** Asks before discarding unsaved edits. */
  isDirty?: boolean
  isDangerous?: boolean
  /** The label of the button that cancels; null without one. */
  close?: string | null
  shape?: 'dialog' | 'drawer'
  /** Shown beside the buttons. */
  beside?: ReactNode
}

/** A dialog with one form and its submit and cancel buttons. */
export function FormDialog({
  title,
  onClose,
  onSubmit,
  children,
  submit,
  isBusy = false,
  isBlocked = false,
  isDirty = false,
  isDangerous = false,
  close = 'Cancel',
  shape,
  beside,
}: Props) {
  const formId = useId()
  return (
    <Dialog
      shape={shape}
      title={title}
      isOpen
      onClose={onClose}
      isDirty={isDirty}
      footer={
        <>
          {beside}
          {close !== null && <Button onPress={onClose}>{close}</Button>}
          <Button
            type="submit"
            form={formId}
            variant={isDangerous ? 'danger' : 'primary'}
            isBusy={isBusy}
            isDisabled={isBlocked && !isBusy}
          >
            {submit}
          </Button>
        </>
      }
    >
      <Form id={formId} isBusy={isBusy} onSubmit={onSubmit} className="flex flex-col gap-4">
        {children}
      </Form>
    </Dialog>
  )
}
