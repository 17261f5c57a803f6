import { tokenize } from '../../knowledge/search/normalize-text.ts'
import type { WeightedWord } from '../../knowledge/search/search.ts'
import type { LanguageData } from '../language/language-data.ts'
import type { Concept } from '../types.ts'

const vagueWordFactor = 0.3
/** A word that the knowledge does not contain says little about which passage answers, but it must not count for nothing. */
const unknownWordWeight = 0.45
/** A synonym counts slightly less than the visitor's own word, and a word of the same family less than that. */
const synonymFactor = 0.85
const familyFactor = 0.75
const partFactor = 0.6

/** The words of a concept while they are looked up. */
export type ConceptDraft = {
  word: string
  stems: string[]
  also: string[]
  family: string[]
  /** Stems of the words that a compound consists of. */
  parts: string[]
}

/** From 0 to 1: how well the words express the concept. */
export function scoreMatch(
  words: ReadonlySet<string>,
  { stems, synonymStems, familyStems, partStems }: Concept,
): number {
  for (const stem of stems) if (words.has(stem)) return 1
  for (const stem of synonymStems) if (words.has(stem)) return synonymFactor
  for (const stem of familyStems) if (words.has(stem)) return familyFactor
  for (const stem of partStems) if (words.has(stem)) return partFactor
  return 0
}

export type Statistics = {
  counts: Map<string, number>
  isKnown(stem: string): boolean
  chunks: number
  languages: LanguageData[]
  /** The normalized question, with the phrases that are replaced by words. */
  plain: string
  hasIdentifiers: boolean
}

export function toConcept(
  { word, stems, also, family, parts }: ConceptDraft,
  { counts, isKnown, chunks, languages, plain, hasIdentifiers }: Statistics,
): Concept {
  const forms = [stems, also, family, parts].map((all) => all.filter(isKnown)).find((all) => all.length > 0)
  const isVague = languages.some(
    ({ vagueWords, identifiers: { codes } }) => vagueWords.has(word) || (hasIdentifiers && codes.has(word)),
  )
  const frequency = Math.max(1, ...(forms ?? []).map((stem) => counts.get(stem) ?? 1))
  return {
    word,
    stems: new Set(stems),
    synonymStems: new Set(also.filter((stem) => !stems.includes(stem))),
    familyStems: new Set(family.filter((stem) => !stems.includes(stem) && !also.includes(stem))),
    partStems: new Set(parts),
    weight: forms ? rateRarity(frequency, chunks) : unknownWordWeight,
    isVague: isVague || /^\d{1,2}$/.test(word),
    isContext: false,
    isKnown: forms !== undefined,
    asksForValue: isPartOfValueQuestion(word, plain, languages),
  }
}

/** General words count little beside a topic. A question that consists of them is about them. */
export function withoutVagueness(concepts: Concept[]): Concept[] {
  const isOnlyVague = !concepts.some(({ isVague, isKnown }) => isKnown && !isVague)
  return concepts.map((concept) => ({
    ...concept,
    weight: concept.weight * (concept.isVague && !isOnlyVague ? vagueWordFactor : 1),
  }))
}

/** With another word in its place, the question would not ask for a value. It may also replace a phrase such as 'how much is'. */
function isPartOfValueQuestion(word: string, plain: string, languages: LanguageData[]): boolean {
  const words = tokenize(plain)
  const withoutWord = words.map((other) => (other === word ? 'x' : other)).join(' ')
  return languages
    .flatMap(({ values }) => values.filter(({ asks }) => asks.test(plain)))
    .some(({ asks }) => !words.includes(word) || !asks.test(withoutWord))
}

/** Additive smoothing: a word is rated as if the knowledge had this many more chunks without it. */
const smoothingChunks = 20

/** From 0 to 1: 1 for a word that one chunk contains. */
function rateRarity(frequency: number, chunks: number): number {
  const total = chunks + smoothingChunks
  return Math.log(1 + total / Math.max(1, frequency)) / Math.log(1 + total)
}

/** A form of a word is not searched with a higher weight than its own rarity. */
export function weighWords(concepts: Concept[], counts: Map<string, number>, chunks: number): WeightedWord[] {
  const weighted = new Map<string, WeightedWord>()
  for (const { stems, synonymStems, familyStems, partStems, weight } of concepts) {
    const forms = [
      [stems, 1],
      [synonymStems, synonymFactor],
      [familyStems, familyFactor],
      [partStems, partFactor],
    ] as const
    for (const [words, factor] of forms) {
      for (const word of words) {
        const rated = Math.min(weight, rateRarity(counts.get(word) ?? 0, chunks)) * factor
        if ((weighted.get(word)?.weight ?? 0) >= rated) continue
        weighted.set(word, { word, weight: rated, chunks: counts.get(word) ?? 0 })
      }
    }
  }
  return [...weighted.values()]
}
