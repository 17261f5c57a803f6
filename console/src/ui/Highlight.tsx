type Props = { text: string; term: string }

/** Marks every occurrence of a search term, in any case. */
export function Highlight({ text, term }: Props) {
  if (!term) return text
  const parts = text.split(new RegExp(`(${escapePattern(term)})`, 'iu'))
  return parts.map((part, index) =>
    index % 2 === 0 ? (
      part
    ) : (
      // biome-ignore lint/suspicious/noArrayIndexKey: parts have no other identity
      <mark key={index} className="rounded-xs bg-warn-soft text-inherit">
        {part}
      </mark>
    ),
  )
}

/** Starts the text shortly before the first occurrence, so that it is visible where the end is cut. */
export function startNearTerm(text: string, term: string, leadLength = 16): string {
  const index = term ? text.search(new RegExp(escapePattern(term), 'iu')) : -1
  return index > leadLength ? `…${text.slice(index - leadLength).trimStart()}` : text
}

function escapePattern(term: string): string {
  return term.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&')
}
