import type { Message } from '@aichat/contracts/chat/messages'
import clsx from 'clsx'
import { CircleQuestionMark, ThumbsDown } from 'lucide-react'
import { useState } from 'react'
import { lazyOverlay } from '../../ui/feedback/lazy-part.tsx'
import { IconButton } from '../../ui/IconButton.tsx'
import { VisitorRating } from './VisitorRating.tsx'

const WhyDialog = lazyOverlay(() => import('./WhyDialog.tsx').then((file) => file.WhyDialog))

/** Below a reply of the AI, and below a message that it left to the team: explains the outcome, and reports a bad answer. */
export function WhyButton({ message }: { message: Message }) {
  const { feedback } = message.meta
  const [shown, show] = useState<'trace' | 'report' | null>(null)
  return (
    <div className={clsx('flex items-center gap-0.5 print:hidden', alignment(message))}>
      {feedback && <VisitorRating feedback={feedback} />}
      <button
        type="button"
        onClick={() => show('trace')}
        className="flex min-h-7 items-center gap-1 rounded-badge px-1.5 text-caption text-ink-2 hover:bg-hover focus-visible:outline-2 focus-visible:outline-focus touch:min-h-11"
      >
        <CircleQuestionMark aria-hidden size={12} className="shrink-0" />
        {message.isAi ? 'Why this answer?' : 'Why no answer?'}
      </button>
      {message.isAi && (
        <IconButton
          label="Not a good answer"
          onPress={() => show('report')}
          className="size-7! touch:size-11!"
        >
          <ThumbsDown aria-hidden strokeWidth={1.75} className="size-3.5!" />
        </IconButton>
      )}
      {shown && <WhyDialog message={message} isReporting={shown === 'report'} onClose={() => show(null)} />}
    </div>
  )
}

function alignment({ isAi, from }: Message): string {
  if (isAi) return 'self-end'
  return from === 'visitor' ? 'self-start' : ''
}
