import type { SourcePage } from '@aichat/contracts/ai/sources'
import { stripScheme } from '../../kit/format/format.ts'

type Props = {
  pages: SourcePage[]
  excluded: ReadonlySet<string>
  onChange: (excluded: ReadonlySet<string>) => void
}

/** A short list of pages, all of which are selected at first. */
export function PageChoice({ pages, excluded, onChange }: Props) {
  const chosenCount = pages.filter(({ id }) => !excluded.has(id)).length
  const areAllChosen = chosenCount === pages.length

  function toggle(id: string) {
    const next = new Set(excluded)
    if (!next.delete(id)) next.add(id)
    onChange(next)
  }

  return (
    <div className="rounded-control border">
      <label className="flex min-h-10 items-center gap-3 border-b px-3 text-ink-2 touch:min-h-11">
        <input
          type="checkbox"
          checked={areAllChosen}
          ref={(box) => {
            if (box) box.indeterminate = chosenCount > 0 && !areAllChosen
          }}
          onChange={() => onChange(new Set(areAllChosen ? pages.map(({ id }) => id) : []))}
          className="size-4 shrink-0 accent-accent"
        />
        {chosenCount} of {pages.length} selected
      </label>
      <ul aria-label="Pages" className="divide-y divide-line">
        {pages.map(({ id, title, url }) => (
          <li key={id}>
            <label className="flex items-start gap-3 px-3 py-2 hover:bg-hover">
              <input
                type="checkbox"
                checked={!excluded.has(id)}
                onChange={() => toggle(id)}
                className="mt-0.5 size-4 shrink-0 accent-accent"
              />
              <span className="min-w-0">
                <span dir="auto" className="block wrap-anywhere">
                  {title}
                </span>
                <span className="block truncate text-ink-2">{stripScheme(url)}</span>
              </span>
            </label>
          </li>
        ))}
      </ul>
    </div>
  )
}
