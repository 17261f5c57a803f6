import { useState } from 'react'
import { useAttempt } from '../kit/use-attempt.ts'
import { words } from '../kit/words.ts'

const marks = [1, 2, 3, 4, 5]
const maxCommentLength = 1000

export type RatingFormProps = { onRate: (rating: number, comment: string) => Promise<string | null> }

export function RatingForm({ onRate }: RatingFormProps) {
  const [rating, setRating] = useState(0)
  const [comment, setComment] = useState('')
  const { isBusy, failure, attempt } = useAttempt()
  return (
    <form
      className="prechat"
      onSubmit={(event) => {
        event.preventDefault()
        if (rating > 0) attempt(() => onRate(rating, comment.trim()))
      }}
    >
      <fieldset className="stars">
        <legend>{words.rateQuestion}</legend>
        {marks.map((mark) => (
          <label key={mark} className={mark <= rating ? 'star full' : 'star'}>
            <input
              type="radio"
              name="rating"
              aria-label={words.rating.replace('{n}', String(mark))}
              checked={mark === rating}
              onChange={() => setRating(mark)}
            />
            <span aria-hidden="true">{mark <= rating ? '★' : '☆'}</span>
          </label>
        ))}
      </fieldset>
      {rating > 0 && (
        <>
          <textarea
            className="comment"
            rows={2}
            dir={comment ? 'auto' : undefined}
            aria-label={words.comment}
            placeholder={words.comment}
            maxLength={maxCommentLength}
            value={comment}
            onInput={(event) => setComment(event.currentTarget.value)}
          />
          <button type="submit" className="primary" aria-busy={isBusy}>
            {words.rateSend}
          </button>
        </>
      )}
      {failure && (
        <p className="bad" role="alert">
          {failure}
        </p>
      )}
    </form>
  )
}
