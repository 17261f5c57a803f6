import { findContradictions } from './find-contradictions.ts'
import { findDuplicates } from './find-duplicates.ts'
import { findPastDates } from './find-past-dates.ts'
import type { FoundFinding, InspectedItem } from './types.ts'

/** Everything about a project's knowledge that should be looked at. */
export function inspectKnowledge(items: InspectedItem[], now: Date): FoundFinding[] {
  const contradictions = findContradictions(items, now)
  // Two texts of which one must be changed are no duplicates yet.
  const duplicates = findDuplicates(items).filter(
    (duplicate) => !contradictions.some((contradiction) => isPartOf(contradiction, duplicate)),
  )
  return [...contradictions, ...duplicates, ...findPastDates(items, now), ...findFailedPages(items)]
}

function isPartOf(contradiction: FoundFinding, duplicate: FoundFinding): boolean {
  return contradiction.passages.every(({ itemId, quote }) =>
    duplicate.passages.some((passage) => passage.itemId === itemId && passage.quote.includes(quote)),
  )
}

function findFailedPages(items: InspectedItem[]): FoundFinding[] {
  return items.flatMap(({ id, error }) =>
    error === null
      ? []
      : [
          {
            kind: 'failed_refresh' as const,
            passages: [{ itemId: id, headings: [], quote: error, highlights: [] }],
          },
        ],
  )
}
