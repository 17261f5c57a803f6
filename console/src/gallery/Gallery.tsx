import { type ReactNode, useState } from 'react'
import { Button } from '../ui/Button.tsx'
import { toast } from '../ui/feedback/toasts.ts'
import { Dialog } from '../ui/overlay/Dialog.tsx'
import { Feedback } from './Feedback.tsx'
import { Inputs } from './Inputs.tsx'

/** Every component with its states, in both themes. Served in development only. */
export function Gallery() {
  const [isOpen, setOpen] = useState(false)
  return (
    <div className="min-h-dvh">
      <h1 className="p-4 text-page-title">Components</h1>
      <div className="flex gap-2 px-4 pb-4">
        <Button onPress={() => setOpen(true)}>Dialog with unsaved edits</Button>
        <Button onPress={() => toast('Saved', { action: { label: 'Undo', onPress: () => undefined } })}>
          Toast
        </Button>
        <Button onPress={() => toast('Failed to save project', { tone: 'bad' })}>Toast of an error</Button>
      </div>
      <div className="grid lg:grid-cols-2">
        <Pane>
          <Inputs />
          <Feedback />
        </Pane>
        <Pane isDark>
          <Inputs />
          <Feedback />
        </Pane>
      </div>
      <Dialog
        title="A dialog"
        isOpen={isOpen}
        isDirty
        onClose={() => setOpen(false)}
        footer={<Button onPress={() => setOpen(false)}>Close</Button>}
      >
        Escape asks before discarding the edits.
      </Dialog>
    </div>
  )
}

function Pane({ isDark, children }: { isDark?: boolean; children: ReactNode }) {
  return (
    <div className={isDark ? 'dark' : undefined}>
      <div className="flex flex-col gap-8 bg-canvas p-4 text-ink">{children}</div>
    </div>
  )
}
