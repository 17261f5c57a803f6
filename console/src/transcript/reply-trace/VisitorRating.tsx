import type { Rating } from '@aichat/contracts/chat/messages'
import clsx from 'clsx'
import { ThumbsDown, ThumbsUp } from 'lucide-react'

/** The visitor's rating of an AI reply. */
export function VisitorRating({ feedback: { rating, comment } }: { feedback: Rating }) {
  const isGood = rating > 3
  const isBad = rating < 3
  const Icon = isBad ? ThumbsDown : ThumbsUp
  return (
    <p
      className={clsx(
        'flex items-center gap-1 text-caption',
        isGood ? 'text-ok' : isBad ? 'text-bad' : 'text-ink-2',
      )}
    >
      <Icon aria-hidden size={12} className="shrink-0" />
      {isGood ? 'Rated helpful' : isBad ? 'Rated not helpful' : `Rated ${rating} of 5`}
      {comment && (
        <span dir="auto" className="wrap-anywhere text-ink-2">
          · {comment}
        </span>
      )}
    </p>
  )
}
