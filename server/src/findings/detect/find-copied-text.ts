import { tokenize } from '../../knowledge/search/normalize-text.ts'
import { findCategories } from './categories.ts'
import type { FoundPassage, InspectedItem } from './types.ts'

const shingleWords = 3
/** A sequence of words in more places is boilerplate of the website. */
const maxPlacesOfShingle = 3
/** Words that one of the two copies may have in between without ending the copy. */
const maxGapWords = 8
/** A copy of this many words is reported in items of any length; a shorter one where it is most of an item. */
const minCopiedWords = 45
const minShortWords = 14
const minCoverage = 0.6
/** The share of word sequences that both copies have. Others were edited. */
const minDensity = 0.5

type Line = { headings: string[]; text: string }
type Words = { item: InspectedItem; words: string[]; lines: Line[]; lineOf: number[] }
/** The positions of words in two items from which on their text is the same. */
type Match = { a: number; b: number }
type Copy = { a: [number, number]; b: [number, number]; shared: number }

/** Text that two items share almost word by word: one passage for each item, the longest copy of each pair of items. */
export function findCopiedText(items: InspectedItem[]): [FoundPassage, FoundPassage][] {
  const texts = items.map(readWords)
  const found: [FoundPassage, FoundPassage][] = []
  for (const { a, b, matches } of listMatches(texts)) {
    const copies = chainMatches(matches).filter((copy) => isCopy(copy, a, b))
    const longest = copies.toSorted((one, other) => other.shared - one.shared)[0]
    if (longest) found.push([toPassage(a, longest.a), toPassage(b, longest.b)])
  }
  return found
}

function readWords(item: InspectedItem): Words {
  const text: Words = { item, words: [], lines: [], lineOf: [] }
  for (const { headings, text: section } of item.sections)
    for (const line of section.split('\n')) {
      if (/^#+ /.test(line)) continue
      const words = tokenize(line)
      text.words.push(...words)
      text.lineOf.push(...words.map(() => text.lines.length))
      text.lines.push({ headings, text: line })
    }
  return text
}

type PairMatches = { a: Words; b: Words; matches: Match[] }

/** The sequences of words that two items share, by pair of items. */
function listMatches(texts: Words[]): PairMatches[] {
  const places = new Map<string, { text: Words; position: number }[]>()
  for (const text of texts)
    for (let position = 0; position + shingleWords <= text.words.length; position++) {
      const shingle = text.words.slice(position, position + shingleWords).join(' ')
      const list = places.get(shingle)
      if (!list) places.set(shingle, [{ text, position }])
      else if (list.length <= maxPlacesOfShingle) list.push({ text, position })
    }
  const pairs = new Map<string, PairMatches>()
  for (const list of places.values()) {
    if (list.length < 2 || list.length > maxPlacesOfShingle) continue
    for (const [index, a] of list.entries())
      for (const b of list.slice(index + 1)) {
        if (a.text === b.text) continue
        const key = `${a.text.item.id} ${b.text.item.id}`
        const match = { a: a.position, b: b.position }
        const known = pairs.get(key)
        if (known) known.matches.push(match)
        else pairs.set(key, { a: a.text, b: b.text, matches: [match] })
      }
  }
  return [...pairs.values()]
}

/** Joins matches that follow each other in both items. */
function chainMatches(matches: Match[]): Copy[] {
  const copies: Copy[] = []
  for (const { a, b } of matches.toSorted((one, other) => one.a - other.a || one.b - other.b)) {
    const next = copies.find(
      (copy) =>
        a > copy.a[1] - shingleWords &&
        a <= copy.a[1] + maxGapWords &&
        b > copy.b[1] - shingleWords &&
        b <= copy.b[1] + maxGapWords,
    )
    if (next) {
      next.a[1] = a + shingleWords
      next.b[1] = b + shingleWords
      next.shared++
    } else copies.push({ a: [a, a + shingleWords], b: [b, b + shingleWords], shared: 1 })
  }
  return copies
}

function isCopy({ a: [fromA, toA], b: [fromB, toB], shared }: Copy, a: Words, b: Words): boolean {
  const longer = Math.max(toA - fromA, toB - fromB)
  const shorter = Math.min(toA - fromA, toB - fromB)
  const smaller = Math.min(a.words.length, b.words.length)
  if (shared < longer * minDensity) return false
  if (shorter < minCopiedWords && (shorter < minShortWords || shorter < smaller * minCoverage)) return false
  return isSameCase(a.words.slice(fromA, toA), b.words.slice(fromB, toB))
}

/** Copies with other figures, plans or countries say something else. */
function isSameCase(one: string[], other: string[]): boolean {
  return readCase(one) === readCase(other)
}

function readCase(words: string[]): string {
  const figures = words.filter((word) => /\d/.test(word)).sort()
  return [...figures, ...[...findCategories(words)].sort()].join(' ')
}

const maxQuote = 600

/** The lines of a copy, from its first one to its last one. */
function toPassage({ item, lines, lineOf }: Words, [from, to]: [number, number]): FoundPassage {
  const [first = 0, last = 0] = [lineOf[from], lineOf[to - 1]]
  const quote = lines
    .slice(first, last + 1)
    .map(({ text }) => text)
    .filter(Boolean)
    .join('\n')
  return {
    itemId: item.id,
    headings: lines[first]?.headings ?? [],
    quote: quote.slice(0, maxQuote),
    highlights: [],
  }
}
