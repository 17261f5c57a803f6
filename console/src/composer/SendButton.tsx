import clsx from 'clsx'
import { ChevronDown, SendHorizontal } from 'lucide-react'
import { useRef, useState } from 'react'
import { Button } from '../ui/Button.tsx'
import { lazyOverlay } from '../ui/feedback/lazy-part.tsx'
import { composerShortcuts } from './shortcuts.ts'
import type { ComposerState } from './use-composer.ts'

const MenuPopover = lazyOverlay(() =>
  import('../ui/overlay/MenuPopover.tsx').then((file) => file.MenuPopover),
)

type Props = { composer: ComposerState; onSendAndNext: () => void; onSendAndClose: () => void }

/** Sends the message. A menu beside it also opens the next conversation or closes this one. */
export function SendButton({ composer, onSendAndNext, onSendAndClose }: Props) {
  const { assistant, canSend, send } = composer
  const menuButton = useRef<HTMLButtonElement>(null)
  const [isOpen, setOpen] = useState(false)
  return (
    <div
      className={clsx(
        'ms-auto flex rounded-control',
        assistant.rewrite && assistant.isSetUp && 'outline-2 outline-offset-1 outline-ai-solid',
      )}
    >
      <Button
        variant="primary"
        onPress={() => send()}
        isDisabled={!canSend}
        className="rounded-e-none! [@media(height<480px)]:rounded-e-control!"
        icon={<SendHorizontal aria-hidden size={16} strokeWidth={1.75} />}
      >
        <span className="max-md:sr-only">Send</span>
      </Button>
      <Button
        ref={menuButton}
        variant="primary"
        label="More ways to send"
        isExpanded={isOpen}
        isDisabled={!canSend}
        onPress={() => setOpen(true)}
        className="rounded-s-none! border-s-on-solid/30! px-1.5! [@media(height<480px)]:hidden"
      >
        <ChevronDown aria-hidden size={16} strokeWidth={1.75} />
      </Button>
      {isOpen && (
        <MenuPopover
          label="More ways to send"
          trigger={menuButton}
          choices={[
            {
              key: 'next',
              label: 'Send and open the next conversation',
              keys: composerShortcuts.sendAndNext,
              onChoose: onSendAndNext,
            },
            {
              key: 'close',
              label: 'Send and close the conversation',
              keys: composerShortcuts.sendAndClose,
              onChoose: onSendAndClose,
            },
          ]}
          onClose={() => setOpen(false)}
        />
      )}
    </div>
  )
}
