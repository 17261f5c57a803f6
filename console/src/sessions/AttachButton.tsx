import { attachmentExtensions } from '@aichat/contracts/sessions'
import { Paperclip } from 'lucide-react'
import { useMemo, useRef } from 'react'
import { type Action, useActions } from '../kit/actions.ts'
import { IconButton } from '../ui/IconButton.tsx'
import { deskKeys } from './desk-keys.ts'

export function AttachButton({ onFiles }: { onFiles: (files: Iterable<File>) => void }) {
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
      <input
        ref={input}
        type="file"
        multiple
        hidden
        data-testid="attach"
        accept={attachmentExtensions.join(',')}
        onChange={(event) => {
          onFiles([...(event.target.files ?? [])])
          event.target.value = '' // the same file may be chosen again
        }}
      />
    </>
  )
}
