import type { ReactNode } from 'react'
import { lazyOverlay } from './lazy-part.tsx'

export type DialogProps = {
  title: string
  isOpen: boolean
  onClose: () => void
  children: ReactNode
  /** The buttons, the primary one last. */
  footer: ReactNode
  /** Asks before discarding unsaved edits. */
  isDirty?: boolean
  shape?: 'dialog' | 'drawer' | 'wide'
}

const DialogBox = lazyOverlay(() => import('./DialogBox.tsx').then((file) => file.DialogBox))

/** Loaded when it is first opened: no screen starts with an open dialog. */
export function Dialog(props: DialogProps) {
  if (!props.isOpen) return null
  return <DialogBox {...props} />
}
