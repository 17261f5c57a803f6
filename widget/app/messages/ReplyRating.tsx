import type { Message } from '@aichat/contracts/chat/messages'
import { ThumbIcon } from '../kit/icons.tsx'
import { useAttempt } from '../kit/use-attempt.ts'
import { words } from '../kit/words.ts'

const good = 5
const bad = 1

export type ReplyRatingProps = {
  message: Message
  onRate: (messageId: string, rating: number) => Promise<string | null>
}

/** Asks whether an AI reply was helpful. */
export function ReplyRating({ message: { _id, meta }, onRate }: ReplyRatingProps) {
  const { failure, attempt } = useAttempt()
  const given = meta.feedback?.rating
  return (
    <div className="thumbs">
      {[good, bad].map((rating) => (
        <button
          key={rating}
          type="button"
          className={`thumb${rating === bad ? ' down' : ''}${given === rating ? ' given' : ''}`}
          aria-label={rating === good ? words.helpful : words.notHelpful}
          aria-pressed={given === rating}
          onClick={() => attempt(() => onRate(_id, rating))}
        >
          <ThumbIcon />
        </button>
      ))}
      {failure && (
        <span className="bad" role="alert">
          {failure}
        </span>
      )}
    </div>
  )
}
