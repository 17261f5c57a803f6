import { useState } from 'react'
import { AlertDialog } from './AlertDialog.tsx'
import { type BlockedNavigation, NavigationBlocker } from './NavigationBlocker.tsx'

type Props = { isDirty: boolean; question: string; onDiscard?: () => void }

/** Asks before unsaved changes of a page are lost, to another screen of the console or out of it. */
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
          // The link may lead to where the person is, which then stays on the screen.
          onDiscard?.()
          blocked?.proceed()
          setBlocked(null)
        }}
      />
    </>
  )
}
