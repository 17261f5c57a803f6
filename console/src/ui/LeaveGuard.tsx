import { useState } from 'react'
import { AlertDialog } from './AlertDialog.tsx'
import { LeaveWatch, type Leaving } from './LeaveWatch.tsx'

type Props = { isDirty: boolean; question: string; onDiscard?: () => void }

/** Asks before unsaved changes of a page are lost, to another screen of the console or out of it. */
export function LeaveGuard({ isDirty, question, onDiscard }: Props) {
  const [leaving, setLeaving] = useState<Leaving | null>(null)
  return (
    <>
      {isDirty && <LeaveWatch onLeave={setLeaving} />}
      <AlertDialog
        title="Unsaved changes"
        question={question}
        cancelLabel="Keep editing"
        confirmLabel="Discard"
        isOpen={leaving !== null}
        onCancel={() => {
          leaving?.stay()
          setLeaving(null)
        }}
        onConfirm={() => {
          // The link may lead to where the person is, which then stays on the screen.
          onDiscard?.()
          leaving?.go()
          setLeaving(null)
        }}
      />
    </>
  )
}
