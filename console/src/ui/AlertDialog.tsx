import { lazyOverlay } from './lazy-part.tsx'

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

const AlertDialogBox = lazyOverlay(() => import('./AlertDialogBox.tsx').then((file) => file.AlertDialogBox))

/** Loaded when it is first opened. */
export function AlertDialog({ onCancel, ...props }: AlertDialogProps) {
  if (!props.isOpen) return null
  return <AlertDialogBox {...props} onClose={onCancel} />
}
