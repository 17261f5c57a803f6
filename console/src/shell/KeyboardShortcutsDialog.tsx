import { useState } from 'react'
import { type Action, actionGroups, getCurrentActions } from '../kit/actions.ts'
import { keyCaps } from '../kit/browser/keys.ts'
import { singleKeyShortcuts, usePreference } from '../kit/browser/preferences.ts'
import { Button } from '../ui/Button.tsx'
import { Kbd } from '../ui/Kbd.tsx'
import { Dialog } from '../ui/overlay/Dialog.tsx'

/** The keyboard shortcuts of the current screen. */
export function KeyboardShortcutsDialog({ onClose }: { onClose: () => void }) {
  const [actions] = useState(() => getCurrentActions().filter(({ keys }) => keys))
  const isOff = usePreference(singleKeyShortcuts) === 'off'
  return (
    <Dialog
      title="Keyboard shortcuts"
      isOpen
      onClose={onClose}
      footer={<Button onPress={onClose}>Close</Button>}
    >
      {isOff && <p className="mb-4 text-ink-2">Single-key shortcuts are off. Turn them on in Settings.</p>}
      <div className="flex flex-col gap-5">
        {actionGroups.map((group) => (
          <KeyList key={group} title={group} actions={actions.filter((action) => action.group === group)} />
        ))}
      </div>
    </Dialog>
  )
}

function KeyList({ title, actions }: { title: string; actions: readonly Action[] }) {
  if (actions.length === 0) return null
  return (
    <section>
      <h3 className="mb-1 font-strong text-muted">{title}</h3>
      <dl className="divide-y divide-line">
        {actions.map(({ label, keys = '' }) => (
          <div key={label} className="flex min-h-9 items-center justify-between gap-3">
            <dt>{label}</dt>
            <dd>
              <span className="sr-only">{keyCaps(keys).join(' ')}</span>
              <Kbd keys={keys} />
            </dd>
          </div>
        ))}
      </dl>
    </section>
  )
}
