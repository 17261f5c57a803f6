import { Paperclip } from 'lucide-react'
import { useMemo, useRef } from 'react'
import { deskKeys } from '../conversation/inbox-shortcuts.ts'
import { type Action, useActions } from '../kit/actions.ts'
import { IconButton } from '../ui/IconButton.tsx'
import { FileInput } from './FileInput.tsx'

export function AttachButton({ onFiles }: { onFiles: (files: readonly File[]) => void }) {
  const input = useRef<HTMLInputElement>(null)
  const actions = useMemo<Action[]>(
    () => [
      {
        label: 'Attach files',
        group: 'Actions on this page',
        keys: deskKeys.attach,
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
