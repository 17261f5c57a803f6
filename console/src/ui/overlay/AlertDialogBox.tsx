import { Dialog as AriaDialog, Heading } from 'react-aria-components/Dialog'
import { Modal, ModalOverlay } from 'react-aria-components/Modal'
import { Button } from '../Button.tsx'

export type AlertDialogProps = {
  title: string
  question: string
  detail?: string
  confirmLabel: string
  cancelLabel?: string
  isOpen: boolean
  onCancel: () => void
  onConfirm: () => void
}

type Props = Omit<AlertDialogProps, 'onCancel'> & { onClose: () => void }

/** Confirms an action that cannot be undone. Cancel has the focus. */
export function AlertDialogBox({
  title,
  question,
  detail,
  confirmLabel,
  cancelLabel = 'Cancel',
  isOpen,
  onClose,
  onConfirm,
}: Props) {
  return (
    <ModalOverlay
      isOpen={isOpen}
      onOpenChange={(open) => open || onClose()}
      isDismissable
      className="fixed inset-0 z-40 flex animate-fade items-center justify-center bg-backdrop p-4"
    >
      <Modal className="w-full max-w-110 animate-rise rounded-dialog border bg-raised shadow-dialog">
        <AriaDialog role="alertdialog" className="p-5 outline-none">
          <Heading slot="title" className="text-title">
            {title}
          </Heading>
          <p className="mt-2 text-body wrap-anywhere text-ink-2">{question}</p>
          {detail && <p className="mt-2 wrap-anywhere text-ink-2">{detail}</p>}
          <div className="mt-5 flex justify-end gap-2">
            <Button onPress={onClose} autoFocus>
              {cancelLabel}
            </Button>
            <Button variant="danger" onPress={onConfirm}>
              {confirmLabel}
            </Button>
          </div>
        </AriaDialog>
      </Modal>
    </ModalOverlay>
  )
}
