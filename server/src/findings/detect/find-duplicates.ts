import { findCopiedText } from './find-copied-text.ts'
import { findParaphrases } from './find-paraphrases.ts'
import type { FoundFinding, FoundPassage, InspectedItem } from './types.ts'

/** Passages of different items with nearly the same text. One finding is reported for each pair of items. */
export function findDuplicates(items: InspectedItem[]): FoundFinding[] {
  const pairs = new Map<string, [FoundPassage, FoundPassage]>()
  for (const passages of [...findCopiedText(items), ...findParaphrases(items)])
    pairs.set(toKey(passages), passages)
  return [...pairs.values()].map((passages) => ({ kind: 'duplicate', passages }))
}

function toKey(passages: FoundPassage[]): string {
  return passages
    .map(({ itemId }) => itemId)
    .sort()
    .join(' ')
}
