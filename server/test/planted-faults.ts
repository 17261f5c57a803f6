import { readFileSync } from 'node:fs'
import path from 'node:path'
import { inspectKnowledge } from '../src/findings/detect/inspect.ts'
import type { FindingKind, FoundFinding, InspectedItem } from '../src/findings/detect/types.ts'
import { extractContent } from '../src/knowledge/read/extract-content.ts'
import { readMarkdown } from '../src/knowledge/read/read-markdown.ts'
import { tokenize } from '../src/knowledge/search/normalize-text.ts'

const folder = path.resolve(import.meta.dirname, 'corpora/faults')
/** The date as of which the corpus is inspected. */
const now = new Date('2026-11-22T12:00:00Z')

export type Fault = {
  id: string
  kind: 'contradiction' | 'duplicate' | 'expired'
  items: string[]
  quote: string[]
}

export type Outcome = {
  precision: number
  recall: number
  missed: Fault[]
  /** Findings that no planted fault explains. */
  wrong: FoundFinding[]
}

const kinds: Record<Fault['kind'], FindingKind> = {
  contradiction: 'contradiction',
  duplicate: 'duplicate',
  expired: 'past_date',
}

export function readFaults(): Fault[] {
  return readJson<Fault[]>('faults.json')
}

/** Inspects the corpus and compares the findings with the planted faults. */
export function evaluateFindings(): Outcome {
  const faults = readFaults()
  const findings = inspectKnowledge(readItems(), now)
  const missed = faults.filter((fault) => !findings.some((finding) => isMatch(finding, fault)))
  const wrong = findings.filter((finding) => !faults.some((fault) => isMatch(finding, fault)))
  return {
    precision: (findings.length - wrong.length) / findings.length,
    recall: (faults.length - missed.length) / faults.length,
    missed,
    wrong,
  }
}

function readItems(): InspectedItem[] {
  return readJson<{ id: string; title: string; text: string }[]>('items.json').map(({ id, title, text }) => {
    const content = extractContent(readMarkdown(text, title))
    const sections = content.chunks.map(({ headings, body, overlap }) => ({
      headings,
      text: body.slice(overlap),
    }))
    return { id, title, sections, error: null }
  })
}

/** The same kind in the same items, and, except for duplicates, the same sentences. */
function isMatch({ kind, passages }: FoundFinding, fault: Fault): boolean {
  if (kind !== kinds[fault.kind]) return false
  const places = fault.items.map((itemId, index) => ({ itemId, quote: fault.quote[index] ?? '' }))
  return passages.every((passage) =>
    places.some(
      ({ itemId, quote }) =>
        itemId === passage.itemId && (kind === 'duplicate' || isSameText(passage.quote, quote)),
    ),
  )
}

const minShared = 0.6

/** Compares words, because tables and emphasis have another form in the text that was read. */
function isSameText(one: string, other: string): boolean {
  const [a, b] = [new Set(tokenize(one)), new Set(tokenize(other))]
  const shared = [...a].filter((word) => b.has(word)).length
  return shared >= Math.min(a.size, b.size) * minShared
}

function readJson<Content>(name: string): Content {
  return JSON.parse(readFileSync(path.join(folder, name), 'utf8')) as Content
}
