import { Smile } from 'lucide-react'
import { useMemo, useRef, useState } from 'react'
import { type Action, useActions } from '../kit/actions.ts'
import { lazyOverlay } from '../ui/feedback/lazy-part.tsx'
import { IconButton } from '../ui/IconButton.tsx'
import { composerShortcuts } from './shortcuts.ts'

const EmojiPopover = lazyOverlay(() => import('./EmojiPopover.tsx').then((file) => file.EmojiPopover))

/** The picker and its data are loaded when it is opened for the first time. */
export function EmojiButton({ onChoose }: { onChoose: (emoji: string) => void }) {
  const button = useRef<HTMLButtonElement>(null)
  const [isOpen, setOpen] = useState(false)
  const actions = useMemo<Action[]>(
    () => [
      {
        label: 'Insert an emoji',
        group: 'This conversation',
        isSearchOnly: true,
        keys: composerShortcuts.emoji,
        run: () => setOpen(true),
      },
    ],
    [],
  )
  useActions(actions)
  return (
    <>
      <IconButton ref={button} label="Insert an emoji" isExpanded={isOpen} onPress={() => setOpen(true)}>
        <Smile aria-hidden strokeWidth={1.75} />
      </IconButton>
      {isOpen && <EmojiPopover trigger={button} onChoose={onChoose} onClose={() => setOpen(false)} />}
    </>
  )
}
