import { tokenize } from '../../knowledge/search/normalize-text.ts'
import { findCategories } from './categories.ts'
import { readTerms, termWeights } from './read-terms.ts'
import type { FoundPassage, InspectedItem } from './types.ts'

const minWords = 12
const maxWords = 90
const shingleWords = 3
const minSimilarity = 0.72
const maxQuote = 600
/** A short passage that two long pages share is no reason to remove one of them. */
const minCoverage = 0.4

type Passage = {
  id: number
  item: InspectedItem
  headings: string[]
  text: string
  words: string[]
  shingles: Set<string>
  figures: string
  cases: Set<string>
  terms: Map<string, number>
}

/** Short passages of different items that say the same, perhaps in another order: the best ones of each pair of items. */
export function findParaphrases(items: InspectedItem[]): [FoundPassage, FoundPassage][] {
  const passages = readPassages(items)
  const sizes = new Map(items.map(({ id, sections }) => [id, countWords(sections)]))
  const best = new Map<string, { a: Passage; b: Passage; weight: number }>()
  for (const [a, b] of listCandidates(passages)) {
    const similarity = compare(a, b)
    if (similarity < minSimilarity) continue
    const smaller = Math.min(sizes.get(a.item.id) ?? 0, sizes.get(b.item.id) ?? 0)
    if (Math.min(a.words.length, b.words.length) < smaller * minCoverage) continue
    const key = [a.item.id, b.item.id].sort().join(' ')
    const weight = a.words.length * similarity
    if (weight > (best.get(key)?.weight ?? 0)) best.set(key, { a, b, weight })
  }
  return [...best.values()].map(({ a, b }) => [toPassage(a), toPassage(b)])
}

function countWords(sections: InspectedItem['sections']): number {
  return sections.reduce((sum, { text }) => sum + tokenize(text).length, 0)
}

function toPassage({ item, headings, text }: Passage): FoundPassage {
  return { itemId: item.id, headings, quote: text.slice(0, maxQuote), highlights: [] }
}

/** Paragraphs, and whole items where those are short. */
function readPassages(items: InspectedItem[]): Passage[] {
  const passages: Passage[] = []
  const add = (item: InspectedItem, headings: string[], text: string) => {
    const words = tokenize(text)
    if (words.length < minWords || words.length > maxWords) return
    const shingles = toShingles(words)
    const figures = words
      .filter((word) => /\d/.test(word))
      .sort()
      .join(' ')
    const cases = findCategories(tokenize(`${item.title} ${headings.join(' ')} ${text}`))
    passages.push({
      id: passages.length,
      item,
      headings,
      text,
      words,
      shingles,
      figures,
      cases,
      terms: toWeights(text),
    })
  }
  for (const item of items) {
    const paragraphs = item.sections.flatMap(({ headings, text }) =>
      text.split('\n').map((line) => ({ headings, line: line.replace(/^#+ .*/u, '') })),
    )
    for (const { headings, line } of paragraphs) add(item, headings, line)
    const all = paragraphs.map(({ line }) => line).filter(Boolean)
    const whole = all.join('\n')
    if (all.length > 1 && whole.length < 4000) add(item, item.sections[0]?.headings.slice(0, 1) ?? [], whole)
  }
  return passages
}

function toShingles(words: string[]): Set<string> {
  const shingles = new Set<string>()
  for (let index = 0; index + shingleWords <= words.length; index++)
    shingles.add(words.slice(index, index + shingleWords).join(' '))
  return shingles
}

const minRareTerms = 4
const maxItemsWithRareTerm = 8

/** Pairs of short passages that share many rare words in another order, such as a question that repeats an article. */
function listCandidates(passages: Passage[]): [Passage, Passage][] {
  const index = new Map<string, Passage[]>()
  for (const passage of passages) {
    for (const key of passage.terms.keys()) {
      const list = index.get(key)
      if (list) list.push(passage)
      else index.set(key, [passage])
    }
  }
  const shared = new Map<string, { pair: [Passage, Passage]; count: number }>()
  for (const list of index.values()) {
    if (list.length < 2 || new Set(list.map(({ item }) => item.id)).size > maxItemsWithRareTerm) continue
    for (const [position, a] of list.entries())
      for (const b of list.slice(position + 1)) {
        if (a.item.id === b.item.id) continue
        const key = `${a.id} ${b.id}`
        const known = shared.get(key)
        if (known) known.count++
        else shared.set(key, { pair: [a, b], count: 1 })
      }
  }
  return [...shared.values()].flatMap(({ pair, count }) => (count >= minRareTerms ? [pair] : []))
}

/** Zero where they are about different cases or state different figures. */
function compare(a: Passage, b: Passage): number {
  if (a.figures !== b.figures) return 0
  for (const one of a.cases) if (!b.cases.has(one)) return 0
  for (const one of b.cases) if (!a.cases.has(one)) return 0
  const contained = compareContained(a, b)
  if (contained >= minContained) return 1
  const longer = Math.max(a.words.length, b.words.length)
  const shorter = Math.min(a.words.length, b.words.length)
  if (shorter < longer * 0.5) return 0
  return (overlap(a.shingles, b.shingles) + 2 * compareTerms(a.terms, b.terms)) / 3
}

function overlap(a: Set<string>, b: Set<string>): number {
  let shared = 0
  for (const one of a) if (b.has(one)) shared++
  return shared / Math.max(1, Math.min(a.size, b.size))
}

const minContained = 0.72
const minContainedTerms = 6

/** The share of the shorter passage's terms that the longer one has, when it has enough of them. */
function compareContained(a: Passage, b: Passage): number {
  const [short, long] = a.terms.size < b.terms.size ? [a.terms, b.terms] : [b.terms, a.terms]
  if (long.size > short.size * 3) return 0
  let shared = 0
  let count = 0
  let all = 0
  for (const [key, weight] of short) {
    all += weight
    if (!long.has(key)) continue
    shared += weight
    if (weight >= termWeights.name) count++
  }
  return count >= minContainedTerms ? shared / all : 0
}

function compareTerms(one: Map<string, number>, other: Map<string, number>): number {
  let shared = 0
  let all = 0
  for (const [key, weight] of one) {
    all += weight
    if (other.has(key)) shared += 2 * weight
  }
  for (const weight of other.values()) all += weight
  return all === 0 ? 0 : shared / all
}

function toWeights(text: string): Map<string, number> {
  return new Map(readTerms(text, { hasCapitals: true }).map(({ key, kind }) => [key, termWeights[kind]]))
}
