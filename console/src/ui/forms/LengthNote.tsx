import { Counter } from './Counter.tsx'

type Props = {
  length: number
  limit: number
  /** Why the text cannot be sent above the limit. */
  refusal: string
}

/**
 * Under a field for a long text, which has no `maxLength`, because that would cut a pasted text. A counter from 90% of
 * the limit, and the reason above it.
 */
export function LengthNote({ length, limit, refusal }: Props) {
  if (length < limit * 0.9) return null
  return (
    <div className="flex items-baseline justify-between gap-3 pt-1">
      <p role="alert" className="text-bad">
        {length > limit && refusal}
      </p>
      <Counter length={length} limit={limit} />
    </div>
  )
}
