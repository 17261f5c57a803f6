/** A part of an item's text below its headings. */
type InspectedSection = { headings: string[]; text: string }

export type InspectedItem = {
  id: string
  title: string
  sections: InspectedSection[]
  /** When the text was written or first read, as an ISO time; null when that is not known. */
  writtenAt: string | null
  /** Why the last attempt to read a page again failed; null for other items. */
  error: string | null
}

export type Range = { start: number; end: number }

/** A sentence of an item, with the parts of it that matter. */
export type FoundPassage = {
  itemId: string
  headings: string[]
  quote: string
  highlights: Range[]
}

export type FindingKind = 'contradiction' | 'duplicate' | 'past_date' | 'failed_refresh'

export type FoundFinding = {
  kind: FindingKind
  /** One passage, or two that contradict or repeat each other. */
  passages: FoundPassage[]
}
