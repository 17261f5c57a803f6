import type { FindingPassage } from '@aichat/contracts/ai/findings'
import type { ReactNode } from 'react'
import { Button } from '../ui/Button.tsx'

type Props = {
  passage: FindingPassage
  isFailed: boolean
  busy: 'disable' | 'fetch' | null
  onOpen: () => void
  onDisable: () => void
  onFetch: () => void
}

/** A quoted passage of an item with its figures marked, and what can be done with the item. */
export function Passage({ passage, isFailed, busy, onOpen, onDisable, onFetch }: Props) {
  const { title, headings } = passage
  const path = headings.filter((heading) => heading !== title)
  return (
    <div className="flex min-w-0 flex-col gap-2 rounded-card border p-3">
      <div className="min-w-0">
        <p dir="auto" className="line-clamp-2 font-strong wrap-anywhere">
          {title}
        </p>
        {path.length > 0 && (
          <p dir="auto" className="line-clamp-1 wrap-anywhere text-ink-2">
            {path.join(' › ')}
          </p>
        )}
      </div>
      <blockquote dir="auto" className="line-clamp-6 grow text-body wrap-anywhere">
        {markQuote(passage)}
      </blockquote>
      <div className="flex flex-wrap gap-2">
        {isFailed && (
          <Button size="compact" isBusy={busy === 'fetch'} label={`Try ${title} again`} onPress={onFetch}>
            Try again
          </Button>
        )}
        <Button size="compact" label={`Edit ${title}`} onPress={onOpen}>
          Edit
        </Button>
        <Button size="compact" isBusy={busy === 'disable'} label={`Disable ${title}`} onPress={onDisable}>
          Disable
        </Button>
      </div>
    </div>
  )
}

function markQuote({ quote, highlights }: FindingPassage): ReactNode[] {
  const parts: ReactNode[] = []
  let from = 0
  for (const { start, end } of highlights) {
    parts.push(quote.slice(from, start))
    parts.push(
      <mark key={start} className="rounded-xs bg-warn-soft font-strong text-inherit">
        {quote.slice(start, end)}
      </mark>,
    )
    from = end
  }
  return [...parts, quote.slice(from)]
}
