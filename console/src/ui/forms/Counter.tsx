import clsx from 'clsx'

/** A character counter. Screen readers announce it at 90% and at the limit. */
export function Counter({ length, limit }: { length: number; limit: number }) {
  const isNear = length >= limit * 0.9
  return (
    <span
      className={clsx(
        'text-caption tabular-nums',
        length > limit ? 'text-bad' : isNear ? 'text-warn' : 'text-muted',
      )}
    >
      <span aria-hidden>
        {length}/{limit}
      </span>
      <span role="status" className="sr-only">
        {length >= limit
          ? `Limit of ${limit} characters reached`
          : length === Math.ceil(limit * 0.9) && `${limit - length} characters left`}
      </span>
    </span>
  )
}
