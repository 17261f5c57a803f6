import { Paperclip } from 'lucide-react'
import { useMemo, useRef } from 'react'
import { FileInput } from '../attachments/FileInput.tsx'
import { type Action, useActions } from '../kit/actions.ts'
import { IconButton } from '../ui/IconButton.tsx'
import { composerShortcuts } from './shortcuts.ts'

export function AttachButton({ onFiles }: { onFiles: (files: readonly File[]) => void }) {
  const input = useRef<HTMLInputElement>(null)
  const actions = useMemo<Action[]>(
    () => [
      {
        label: 'Attach files',
        group: 'This conversation',
        isSearchOnly: true,
        keys: composerShortcuts.attach,
        run: () => input.current?.click(),
      },
    ],
    [],
  )
  useActions(actions)
  return (
    <>
      <IconButton label="Attach files" onPress={() => input.current?.click()}>
        <Paperclip aria-hidden strokeWidth={1.75} />
      </IconButton>
      <FileInput ref={input} name="attach" onFiles={onFiles} />
    </>
  )
}
