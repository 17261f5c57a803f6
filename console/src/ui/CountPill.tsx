/** A highlighted count, with a label for screen readers. */
export function CountPill({ count, label }: { count: string; label: string }) {
  return (
    <span className="inline-flex h-5 min-w-5 shrink-0 items-center justify-center rounded-pill bg-accent px-1.5 text-caption font-semibold text-on-solid tabular-nums">
      <span aria-hidden>{count}</span>
      <span className="sr-only">{`${count} ${label}`}</span>
    </span>
  )
}
