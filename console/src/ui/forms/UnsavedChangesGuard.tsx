import { useState } from 'react'
import { AlertDialog } from '../overlay/AlertDialog.tsx'
import { type BlockedNavigation, NavigationBlocker } from './NavigationBlocker.tsx'

type Props = { isDirty: boolean; question: string; onDiscard?: () => void }

/** Asks before a navigation discards the unsaved changes of a page. */
export function UnsavedChangesGuard({ isDirty, question, onDiscard }: Props) {
  const [blocked, setBlocked] = useState<BlockedNavigation | null>(null)
  return (
    <>
      {isDirty && <NavigationBlocker onBlock={setBlocked} />}
      <AlertDialog
        title="Unsaved changes"
        question={question}
        cancelLabel="Keep editing"
        confirmLabel="Discard"
        isOpen={blocked !== null}
        onCancel={() => {
          blocked?.cancel()
          setBlocked(null)
        }}
        onConfirm={() => {
          // The navigation may lead to the same screen, which then stays mounted.
          onDiscard?.()
          blocked?.proceed()
          setBlocked(null)
        }}
      />
    </>
  )
}
