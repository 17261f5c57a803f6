import clsx from 'clsx'

type Props = {
  className: string
  /** For places that `useDelayedLoading` delays. */
  isImmediate?: boolean
}

/** A gray box in place of what loads. It appears after 150 ms, so that fast responses do not flicker. */
export function Skeleton({ className, isImmediate }: Props) {
  return (
    <div
      aria-hidden
      className={clsx(
        'rounded-control bg-sunken dark:bg-hover',
        isImmediate ? 'animate-sheen' : 'animate-delayed-sheen',
        className,
      )}
    />
  )
}
