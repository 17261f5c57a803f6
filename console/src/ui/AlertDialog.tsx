import { lazy, Suspense } from 'react'

export type AlertDialogProps = {
  title: string
  question: string
  confirmLabel: string
  cancelLabel?: string
  isOpen: boolean
  onCancel: () => void
  onConfirm: () => void
}

const AlertDialogBox = lazy(() =>
  import('./AlertDialogBox.tsx').then((file) => ({ default: file.AlertDialogBox })),
)

/** Loaded when it is first opened. */
export function AlertDialog(props: AlertDialogProps) {
  if (!props.isOpen) return null
  return (
    <Suspense>
      <AlertDialogBox {...props} />
    </Suspense>
  )
}
