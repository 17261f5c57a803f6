import { type FormEvent, type ReactNode, useId } from 'react'
import { Button } from './Button.tsx'
import { Dialog } from './Dialog.tsx'

type Props = {
  title: string
  onClose: () => void
  onSubmit: (event: FormEvent) => void
  children: ReactNode
  /** What the button that submits says. */
  submit: string
  isBusy?: boolean
  /** Nothing to submit yet. */
  isBlocked?: boolean
  /** Asks before unsaved edits are lost. */
  isDirty?: boolean
  isDangerous?: boolean
  close?: string
  shape?: 'dialog' | 'drawer'
  /** Stands beside the buttons. */
  beside?: ReactNode
}

/** One form, and the buttons that send it or leave it. */
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
          <Button onPress={onClose}>{close}</Button>
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
      <form
        id={formId}
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          onSubmit(event)
        }}
        className="flex flex-col gap-4"
      >
        {children}
      </form>
    </Dialog>
  )
}
