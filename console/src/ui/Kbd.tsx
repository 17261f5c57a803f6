import { type Keys, keyCaps } from '../kit/browser/keys.ts'

/** Key caps, hidden from screen readers: the labeled element declares `aria-keyshortcuts`. */
export function Kbd({ keys }: { keys: Keys }) {
  return (
    <span aria-hidden className="inline-flex shrink-0 gap-1">
      {keyCaps(keys).map((cap) => (
        <kbd
          key={cap}
          className="inline-flex h-5 min-w-5 items-center justify-center rounded-badge border bg-surface px-1 font-sans text-caption text-ink-2"
        >
          {cap}
        </kbd>
      ))}
    </span>
  )
}
