import clsx from 'clsx'

type Props = { count: string; label: string; tone?: 'accent' | 'neutral' }

/** A count, with a label for screen readers. */
export function CountPill({ count, label, tone = 'accent' }: Props) {
  return (
    <span
      className={clsx(
        'inline-flex h-5 min-w-5 shrink-0 items-center justify-center rounded-pill px-1.5 text-caption font-strong tabular-nums',
        tone === 'accent' ? 'bg-accent text-on-solid' : 'bg-sunken text-ink-2',
      )}
    >
      <span aria-hidden>{count}</span>
      <span className="sr-only">{`${count} ${label}`}</span>
    </span>
  )
}
