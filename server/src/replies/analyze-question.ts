import { truncateText } from '@aichat/contracts/text'
import type { Sql } from '../kit/db/db.ts'
import { editDistance } from '../kit/text/edit-distance.ts'
import { normalizeText, tokenize } from '../knowledge/normalize-text.ts'
import {
  countChunksByWord,
  findSimilarWords,
  stemAndCountWords,
  stemTexts,
  type WeightedWord,
} from '../knowledge/search.ts'
import { answerKinds, phraseReplacements, questionWords, synonymGroups, vagueWords } from './english.ts'
import { maxWordCharacters } from './join-question.ts'

/** One term of a question, with its stems and synonyms. */
export type Concept = {
  word: string
  stems: Set<string>
  synonymStems: Set<string>
  /** Higher for terms that are rare in the knowledge. */
  weight: number
}

export type AnalyzedQuestion = {
  concepts: Concept[]
  /** Patterns that an answer must match, for example a price or a time. */
  answerPatterns: RegExp[]
  /** Stems to search for. */
  words: WeightedWord[]
  /** Number of chunks in the project. */
  chunks: number
}

const maxConcepts = 40
/** Correcting a word takes a search of the vocabulary and a look at each place where it could be split. */
const maxCorrectedWords = 8
const vagueWordFactor = 0.3
/** A synonym counts slightly less than the visitor's own word. */
const synonymFactor = 0.9

/** Splits a question into weighted terms. `faqStems` holds the stems of the project's FAQs, which are not indexed. */
export async function analyzeQuestion(
  sql: Sql,
  projectId: string,
  text: string,
  { languages, faqStems, typos }: { languages: string[]; faqStems: Set<string>; typos: boolean },
): Promise<AnalyzedQuestion> {
  const normalized = phraseReplacements.reduce(
    (changed, [phrase, words]) => changed.replace(phrase, words),
    normalizeText(text),
  )
  // Normalizing replaces some characters by many.
  const words = tokenize(normalized).map((word) => truncateText(word, maxWordCharacters))
  const tokens = [...new Set(words)].filter((word) => !questionWords.has(word)).slice(0, maxConcepts)
  const synonyms = tokens.map(getSynonyms)
  const terms = [...tokens, ...synonyms.flat()]
  const { words: stems, counts } = await stemAndCountWords(sql, projectId, languages, terms)
  let nextSynonym = tokens.length
  const drafts = tokens.map((word, index) => {
    const also = synonyms[index]?.flatMap(() => stems[nextSynonym++] ?? []) ?? []
    return { word, stems: stems[index] ?? [], also }
  })
  const isKnown = (stem: string) => counts.has(stem) || faqStems.has(stem)
  const candidates = drafts.filter(
    ({ word, stems: all }) => all.some(isKnown) || ![...questionWords].some((other) => isTypoOf(word, other)),
  )
  const unknown = candidates.filter(
    ({ stems: all, also }) => all.length > 0 && ![...all, ...also].some(isKnown),
  )
  await correctSpelling(sql, projectId, unknown, { languages, faqStems, typos, counts })

  const total = Math.max(1, counts.get('') ?? 1)
  const concepts = candidates
    .filter(({ stems: all }) => all.length > 0)
    .map((concept) => ({
      word: concept.word,
      stems: new Set(concept.stems),
      synonymStems: new Set(concept.also.filter((stem) => !concept.stems.includes(stem))),
      weight: calculateWeight(concept, counts, isKnown, total, normalized),
    }))
  const weightedWords = new Map<string, WeightedWord>()
  for (const { stems: all, synonymStems, weight } of concepts) {
    for (const word of [...all, ...synonymStems]) {
      const factor = all.has(word) ? 1 : synonymFactor
      const known = weightedWords.get(word)
      if (!known || known.weight < weight * factor) {
        weightedWords.set(word, { word, weight: weight * factor, chunks: counts.get(word) ?? 0 })
      }
    }
  }
  return {
    concepts,
    answerPatterns: answerKinds.filter((kind) => kind.asks.test(normalized)).map((kind) => kind.answers),
    words: [...weightedWords.values()],
    chunks: counts.get('') ?? 0,
  }
}

/** 1 when the words contain the term itself, less for a synonym, 0 for neither. */
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

/** Inverse document frequency, normalized to 1 for a word that occurs in one chunk or in none. */
function calculateWeight(
  { word, stems, also }: ConceptDraft,
  counts: Map<string, number>,
  isKnown: (stem: string) => boolean,
  total: number,
  question: string,
): number {
  const own = stems.filter(isKnown)
  const chunks = Math.max(1, ...(own.length > 0 ? own : also).map((stem) => counts.get(stem) ?? 1))
  const rarity = Math.log(1 + total / chunks) / Math.log(1 + total)
  const isNumber = /^\d+$/.test(word) && own.length === 0 && !isPartOfName(word, question)
  return rarity * (vagueWords.has(word) || isNumber ? vagueWordFactor : 1)
}

/** Whether a number belongs to a product name: 'Fibre 400' differs from 'Fibre 200', but 14 in 'for 14 years' is vague. */
function isPartOfName(number: string, question: string): boolean {
  const [, before = '', after = ''] =
    new RegExp(`(\\p{L}+) ${number}\\b(?: +(\\p{L}+))?`, 'u').exec(question) ?? []
  return before.length > 3 && after === '' && !questionWords.has(before) && !vagueWords.has(before)
}

type Vocabulary = { languages: string[]; faqStems: Set<string>; typos: boolean; counts: Map<string, number> }

/** Corrects unknown words to similar words of the project, or splits them into two known words. */
async function correctSpelling(
  sql: Sql,
  projectId: string,
  unknown: ConceptDraft[],
  { languages, typos, counts, faqStems }: Vocabulary,
): Promise<void> {
  const correctable = unknown
    .filter(({ word }) => word.length >= 4 && /^[\p{L}]+$/u.test(word))
    .slice(0, maxCorrectedWords)
  if (correctable.length === 0) return
  const similar = typos
    ? await findSimilarWords(
        sql,
        projectId,
        correctable.flatMap(({ stems }) => stems),
      )
    : []
  const splitPairs = correctable.map(({ word }) => splitCompound(word))
  const splitStems = await stemTexts(sql, languages, splitPairs.flat(2))
  const splitCounts = await countChunksByWord(sql, projectId, splitStems.flat())
  let nextStem = 0
  for (const [index, concept] of correctable.entries()) {
    const stemmedPairs = (splitPairs[index] ?? []).map((pair) => pair.map(() => splitStems[nextStem++] ?? []))
    const candidates = similar.filter(
      ({ word, like }) => concept.stems.includes(word) && isTypoOf(word, like),
    )
    const nearest = Math.min(...candidates.map(({ word, like }) => editDistance(word, like)))
    const corrected = candidates.filter(({ word, like }) => editDistance(word, like) === nearest)
    if (corrected.length > 0) {
      concept.stems.push(...corrected.map(({ like }) => like))
    } else {
      const pair = stemmedPairs.find((parts) =>
        parts.every((stems) => stems.some((stem) => splitCounts.has(stem) || faqStems.has(stem))),
      )
      if (pair) concept.stems.push(...pair.flat())
    }
  }
  const added = await countChunksByWord(
    sql,
    projectId,
    correctable.flatMap(({ stems }) => stems),
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

/** An edit distance of at most 1, or 2 for words of eight letters or more. */
function isTypoOf(word: string, like: string): boolean {
  const letters = Math.min(word.length, like.length)
  if (letters < 4 || word[0] !== like[0]) return false
  const maxDistance = letters >= 8 ? 2 : 1
  if (Math.abs(word.length - like.length) > maxDistance) return false
  return editDistance(word, like) <= maxDistance
}
