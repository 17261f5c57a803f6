import clsx from 'clsx'
import { X } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { Dialog as AriaDialog, Heading } from 'react-aria-components/Dialog'
import { Modal, ModalOverlay } from 'react-aria-components/Modal'
import { Button } from '../Button.tsx'
import { type BlockedNavigation, NavigationBlocker } from '../forms/NavigationBlocker.tsx'
import { IconButton } from '../IconButton.tsx'

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

const overlays = {
  dialog: 'items-end justify-center sm:items-center sm:p-4',
  drawer: 'items-stretch justify-end',
  wide: 'items-stretch justify-end',
}
const boxes = {
  dialog:
    'max-h-[92dvh] w-full max-w-140 animate-rise rounded-t-dialog border bg-raised shadow-dialog sm:rounded-dialog',
  drawer: 'h-dvh w-full max-w-120 animate-slide bg-raised shadow-dialog md:border-s',
  wide: 'h-dvh w-full max-w-200 animate-slide bg-raised shadow-dialog md:border-s',
}

/** Closes the dialog without a navigation. */
const closeOnly: BlockedNavigation = { cancel: () => undefined, proceed: () => undefined }

export function DialogBox({
  title,
  isOpen,
  onClose,
  children,
  footer,
  isDirty,
  shape = 'dialog',
}: DialogProps) {
  const [blocked, setBlocked] = useState<BlockedNavigation | null>(null)
  function requestClose() {
    if (isDirty) setBlocked(closeOnly)
    else onClose()
  }
  function keepEditing() {
    blocked?.cancel()
    setBlocked(null)
  }
  function discard() {
    blocked?.proceed()
    setBlocked(null)
    onClose()
  }
  return (
    <ModalOverlay
      isOpen={isOpen}
      onOpenChange={(open) => open || requestClose()}
      isDismissable
      className={clsx('fixed inset-0 z-40 flex animate-fade bg-backdrop', overlays[shape])}
    >
      <Modal className={clsx('flex min-h-0', boxes[shape])}>
        <AriaDialog className="flex min-h-0 w-full flex-col outline-none">
          {isDirty && <NavigationBlocker onBlock={setBlocked} />}
          <div className="flex items-center justify-between gap-3 border-b py-3 ps-5 pe-3">
            <Heading slot="title" className="min-w-0 truncate text-title">
              {title}
            </Heading>
            <IconButton label="Close" onPress={requestClose}>
              <X aria-hidden strokeWidth={1.75} />
            </IconButton>
          </div>
          <div className="min-h-0 flex-1 overflow-y-auto p-5">{children}</div>
          <div className="flex flex-wrap items-center justify-end gap-2 border-t px-5 py-3 pb-[max(12px,env(safe-area-inset-bottom))]">
            {blocked ? <DiscardPrompt onKeep={keepEditing} onDiscard={discard} /> : footer}
          </div>
        </AriaDialog>
      </Modal>
    </ModalOverlay>
  )
}

function DiscardPrompt({ onKeep, onDiscard }: { onKeep: () => void; onDiscard: () => void }) {
  return (
    <>
      <p role="alert" className="me-auto text-ink-2">
        You have unsaved changes.
      </p>
      <Button onPress={onDiscard}>Discard</Button>
      <Button variant="primary" onPress={onKeep} autoFocus>
        Keep editing
      </Button>
    </>
  )
}
