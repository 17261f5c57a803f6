import { findContradictions } from './find-contradictions.ts'
import { findDuplicates } from './find-duplicates.ts'
import { findPastDates } from './find-past-dates.ts'
import type { FoundFinding, InspectedItem } from './types.ts'

/** Everything about a project's knowledge that should be looked at. */
export function inspectKnowledge(items: InspectedItem[], now: Date): FoundFinding[] {
  const contradictions = findContradictions(items, now)
  const contradicting = new Set(contradictions.map(toPair))
  // Two texts of which one must be changed are no duplicates yet.
  const duplicates = findDuplicates(items).filter((finding) => !contradicting.has(toPair(finding)))
  return [...contradictions, ...duplicates, ...findPastDates(items, now), ...findFailedPages(items)]
}

function toPair({ passages }: FoundFinding): string {
  return passages
    .map(({ itemId }) => itemId)
    .sort()
    .join(' ')
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
