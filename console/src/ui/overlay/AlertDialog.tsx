import { lazyOverlay } from '../feedback/lazy-part.tsx'
import type { AlertDialogProps } from './AlertDialogBox.tsx'

const AlertDialogBox = lazyOverlay(() => import('./AlertDialogBox.tsx').then((file) => file.AlertDialogBox))

/** Loaded when it is first opened. */
export function AlertDialog({ onCancel, ...props }: AlertDialogProps) {
  if (!props.isOpen) return null
  return <AlertDialogBox {...props} onClose={onCancel} />
}
