import type { Sql } from '../kit/db/db.ts'
import { normalizeText, tokenize } from '../knowledge/normalize-text.ts'
import {
  countChunksByWord,
  findSimilarWords,
  stemAndCountWords,
  stemTexts,
  type WeightedWord,
} from '../knowledge/search.ts'
import { answerKinds, phraseReplacements, questionWords, synonymGroups, vagueWords } from './english.ts'

/** One thing that a question is about, in all the words that may say it. */
export type Concept = {
  word: string
  stems: Set<string>
  /** Words that may stand for it, stemmed. */
  synonymStems: Set<string>
  /** Rare in the knowledge means telling. */
  weight: number
}

export type AnalyzedQuestion = {
  concepts: Concept[]
  /** What its answer must look like: a price, a time. */
  kinds: RegExp[]
  /** The words to search by. */
  words: WeightedWord[]
  /** How many chunks the project has. */
  chunks: number
}

const maxConcepts = 40
const vagueWordFactor = 0.3
/** A word that may stand for the visitor's own counts a little less. */
const synonymFactor = 0.9

/** `own` holds further words that the project knows, stemmed: those of its FAQs. */
export async function analyzeQuestion(
  sql: Sql,
  projectId: string,
  text: string,
  { languages, own, typos }: { languages: string[]; own: Set<string>; typos: boolean },
): Promise<AnalyzedQuestion> {
  const asked = phraseReplacements.reduce(
    (changed, [phrase, words]) => changed.replace(phrase, words),
    normalizeText(text),
  )
  const tokens = [...new Set(tokenize(asked))]
    .filter((word) => !questionWords.has(word))
    .slice(0, maxConcepts)
  const synonyms = tokens.map(getSynonyms)
  const flat = [...tokens, ...synonyms.flat()]
  const { words: stems, counts } = await stemAndCountWords(sql, projectId, languages, flat)
  let place = tokens.length
  const every = tokens.map((word, index) => {
    const also = synonyms[index]?.flatMap(() => stems[place++] ?? []) ?? []
    return { word, stems: stems[index] ?? [], also }
  })
  const isKnown = (stem: string) => counts.has(stem) || own.has(stem)
  const raw = every.filter(
    ({ word, stems: all }) => all.some(isKnown) || ![...questionWords].some((other) => isTypoOf(word, other)),
  )
  const strange = raw.filter(({ stems: all, also }) => all.length > 0 && ![...all, ...also].some(isKnown))
  await correctSpelling(sql, projectId, strange, { languages, own, typos, counts })

  const total = Math.max(1, counts.get('') ?? 1)
  const concepts = raw
    .filter(({ stems: all }) => all.length > 0)
    .map((concept) => ({
      word: concept.word,
      stems: new Set(concept.stems),
      synonymStems: new Set(concept.also.filter((stem) => !concept.stems.includes(stem))),
      weight: calculateWeight(concept, counts, isKnown, total, asked),
    }))
  const words = new Map<string, WeightedWord>()
  for (const { stems: all, synonymStems, weight } of concepts) {
    for (const word of [...all, ...synonymStems]) {
      const factor = all.has(word) ? 1 : synonymFactor
      const known = words.get(word)
      if (!known || known.weight < weight * factor) {
        words.set(word, { word, weight: weight * factor, chunks: counts.get(word) ?? 0 })
      }
    }
  }
  return {
    concepts,
    kinds: answerKinds.filter((kind) => kind.asks.test(asked)).map((kind) => kind.answers),
    words: [...words.values()],
    chunks: counts.get('') ?? 0,
  }
}

/** How well a set of words says the concept: 1 for the visitor's own word, less for one that may stand for it. */
export function scoreMatch(words: Set<string>, { stems, synonymStems }: Concept): number {
  for (const stem of stems) if (words.has(stem)) return 1
  for (const stem of synonymStems) if (words.has(stem)) return synonymFactor
  return 0
}

function getSynonyms(word: string): string[] {
  return [...new Set(synonymGroups.filter((group) => group.includes(word)).flat())].filter(
    (other) => other !== word,
  )
}

type ConceptDraft = { word: string; stems: string[]; also: string[] }

/** Inverse document frequency, 1 for a word that stands once or nowhere. */
function calculateWeight(
  { word, stems, also }: ConceptDraft,
  counts: Map<string, number>,
  isKnown: (stem: string) => boolean,
  total: number,
  asked: string,
): number {
  const own = stems.filter(isKnown)
  const chunks = Math.max(1, ...(own.length > 0 ? own : also).map((stem) => counts.get(stem) ?? 1))
  const rarity = Math.log(1 + total / chunks) / Math.log(1 + total)
  const isNumber = /^\d+$/.test(word) && own.length === 0 && !isPartOfName(word, asked)
  return rarity * (vagueWords.has(word) || isNumber ? vagueWordFactor : 1)
}

/** 'Fibre 400' is another thing than 'Fibre 200'; in 'for 14 years' the number tells little. */
function isPartOfName(number: string, asked: string): boolean {
  const [, before = '', after = ''] =
    new RegExp(`(\\p{L}+) ${number}\\b(?: +(\\p{L}+))?`, 'u').exec(asked) ?? []
  return before.length > 3 && after === '' && !questionWords.has(before) && !vagueWords.has(before)
}

type Vocabulary = { languages: string[]; own: Set<string>; typos: boolean; counts: Map<string, number> }

/** Words that stand nowhere are read as the project's own that look like them, or as two words written as one. */
async function correctSpelling(
  sql: Sql,
  projectId: string,
  strange: ConceptDraft[],
  { languages, typos, counts, own }: Vocabulary,
): Promise<void> {
  const looked = strange.filter(({ word }) => word.length >= 4 && /^[\p{L}]+$/u.test(word))
  if (looked.length === 0) return
  const alike = typos
    ? await findSimilarWords(
        sql,
        projectId,
        looked.flatMap(({ stems }) => stems),
      )
    : []
  const halves = looked.map(({ word }) => splitCompound(word))
  const halfStems = await stemTexts(sql, languages, halves.flat(2))
  const halfCounts = await countChunksByWord(sql, projectId, halfStems.flat())
  let place = 0
  for (const [index, concept] of looked.entries()) {
    const whole = (halves[index] ?? []).map((pair) => pair.map(() => halfStems[place++] ?? []))
    const spelt = alike.filter(({ word, like }) => concept.stems.includes(word) && isTypoOf(word, like))
    const nearest = Math.min(...spelt.map(({ word, like }) => editDistance(word, like)))
    const corrected = spelt.filter(({ word, like }) => editDistance(word, like) === nearest)
    if (corrected.length > 0) {
      concept.stems.push(...corrected.map(({ like }) => like))
    } else {
      const pair = whole.find((stems) =>
        stems.every((some) => some.some((stem) => halfCounts.has(stem) || own.has(stem))),
      )
      if (pair) concept.stems.push(...pair.flat())
    }
  }
  const added = await countChunksByWord(
    sql,
    projectId,
    looked.flatMap(({ stems }) => stems),
  )
  for (const [word, chunks] of added) counts.set(word, chunks)
}

const minCompoundPartLength = 4

function splitCompound(word: string): [string, string][] {
  const pairs: [string, string][] = []
  for (let at = minCompoundPartLength; at <= word.length - minCompoundPartLength; at++) {
    pairs.push([word.slice(0, at), word.slice(at)])
  }
  return pairs
}

/** One letter too many, too few, wrong or swapped; two in a long word. */
function isTypoOf(word: string, like: string): boolean {
  const letters = Math.min(word.length, like.length)
  if (letters < 4 || word[0] !== like[0]) return false
  return editDistance(word, like) <= (letters >= 8 ? 2 : 1)
}

/** Edits that lead from one word to the other, a swap of neighbours being one. */
function editDistance(one: string, other: string): number {
  const rows: number[][] = [Array.from({ length: other.length + 1 }, (_, index) => index)]
  for (let i = 1; i <= one.length; i++) {
    const row = [i]
    for (let j = 1; j <= other.length; j++) {
      const isSame = one[i - 1] === other[j - 1]
      const edits = [
        (rows[i - 1]?.[j] ?? 0) + 1,
        (row[j - 1] ?? 0) + 1,
        (rows[i - 1]?.[j - 1] ?? 0) + (isSame ? 0 : 1),
      ]
      if (i > 1 && j > 1 && one[i - 1] === other[j - 2] && one[i - 2] === other[j - 1]) {
        edits.push((rows[i - 2]?.[j - 2] ?? 0) + 1)
      }
      row.push(Math.min(...edits))
    }
    rows.push(row)
  }
  return rows[one.length]?.[other.length] ?? 0
}
