import type { Message } from '@aichat/contracts/chat/messages'
import { ThumbsDown } from 'lucide-react'
import { useState } from 'react'
import { lazyOverlay } from '../../ui/feedback/lazy-part.tsx'
import { IconButton } from '../../ui/IconButton.tsx'

const WhyDialog = lazyOverlay(() => import('./WhyDialog.tsx').then((file) => file.WhyDialog))

/** Explains the outcome of a reply of the AI or of a message that it left to the team, and reports a bad answer. */
export function WhyButton({ message }: { message: Message }) {
  const [shown, show] = useState<'trace' | 'report' | null>(null)
  return (
    <span className="inline-flex shrink-0 items-center gap-0.5 print:hidden">
      <button
        type="button"
        onClick={() => show('trace')}
        className="inline-flex min-h-6 items-center rounded-badge px-1 text-caption text-muted hover:text-ink hover:underline focus-visible:outline-2 focus-visible:outline-focus touch:min-h-11"
      >
        <span>
          Why<span className="max-md:sr-only">{message.isAi ? ' this answer' : ' no answer'}</span>?
        </span>
      </button>
      {message.isAi && (
        <IconButton
          label="Not a good answer"
          onPress={() => show('report')}
          className="size-6! text-muted! touch:size-11!"
        >
          <ThumbsDown aria-hidden strokeWidth={1.75} className="size-3.5!" />
        </IconButton>
      )}
      {shown && <WhyDialog message={message} isReporting={shown === 'report'} onClose={() => show(null)} />}
    </span>
  )
}
