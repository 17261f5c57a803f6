import { lazyOverlay } from '../feedback/lazy-part.tsx'
import type { DialogProps } from './DialogBox.tsx'

const DialogBox = lazyOverlay(() => import('./DialogBox.tsx').then((file) => file.DialogBox))

/** Loaded when it is first opened: no screen starts with an open dialog. */
export function Dialog(props: DialogProps) {
  if (!props.isOpen) return null
  return <DialogBox {...props} />
}
