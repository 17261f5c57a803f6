import { ArrowRight } from 'lucide-react'
import type { Difference } from './diff-configs.ts'

export function DifferenceList({ differences }: { differences: readonly Difference[] }) {
  return (
    <ul className="flex flex-col divide-y rounded-control border">
      {differences.map(({ path, name, from, to }) => (
        <li key={path} className="grid gap-x-4 gap-y-0.5 px-3 py-2 sm:grid-cols-[9rem_minmax(0,1fr)]">
          <span className="font-strong">{name}:</span>
          <span className="flex min-w-0 flex-wrap items-center gap-x-1.5 text-ink-2 wrap-anywhere">
            <Value text={from} />
            <ArrowRight role="img" aria-label="becomes" size={14} className="shrink-0 text-muted" />
            <span className="flex min-w-0 items-center text-ink">
              <Value text={to} />
            </span>
          </span>
        </li>
      ))}
    </ul>
  )
}

/** Shows a color with a swatch. */
function Value({ text }: { text: string }) {
  if (!/^#[0-9a-f]{3,8}$/i.test(text)) return <span className="min-w-0 whitespace-pre-line">{text}</span>
  return (
    <span className="inline-flex items-center gap-1.5 font-mono">
      <span
        aria-hidden
        className="size-3.5 rounded-badge border border-control"
        style={{ background: text }}
      />
      {text}
    </span>
  )
}
