import type { Sql } from '../../kit/db/db.ts'
import { editDistance } from '../../kit/text/edit-distance.ts'
import type { AnswerSet } from '../../knowledge/search/answer-set.ts'
import { countChunksByWord, findSimilarWords } from '../../knowledge/search/word-store.ts'
import type { ConceptDraft } from './concept.ts'

/** Correcting a word takes a search of the vocabulary and a look at each place where it could be split. */
const maxCorrectedWords = 8
const minCompoundPartLength = 4

type Vocabulary = {
  sql: Sql
  answers: AnswerSet
  typos: boolean
  counts: Map<string, number>
  isKnown(stem: string): boolean
  stem(texts: string[]): Promise<string[][]>
}

/** Adds the stems of similar words of the project to unknown words, or of the two known words that they consist of. */
export async function correctSpelling(
  unknown: ConceptDraft[],
  { sql, answers, typos, counts, isKnown, stem }: Vocabulary,
): Promise<void> {
  const correctable = unknown
    .filter(({ word }) => word.length >= 4 && /^\p{L}+$/u.test(word))
    .slice(0, maxCorrectedWords)
  if (correctable.length === 0) return
  const similar = typos
    ? await findSimilarWords(
        sql,
        answers,
        correctable.flatMap(({ word, stems }) => [word, ...stems]),
      )
    : []
  const pairs = correctable.map(({ word }) => splitCompound(word))
  const transposed = correctable.map(({ word }) => transposeStart(word))
  const stems = await stem([...transposed, ...pairs.flat(2)])
  for (const [word, chunks] of await countChunksByWord(sql, answers, stems.flat())) counts.set(word, chunks)
  let nextStem = transposed.length
  for (const [index, draft] of correctable.entries()) {
    const stemmedPairs = (pairs[index] ?? []).map((pair) => pair.map(() => stems[nextStem++] ?? []))
    const started = (stems[index] ?? []).filter(isKnown)
    const corrected = started.length > 0 ? started : findNearest(draft, similar)
    const pair = stemmedPairs.find((parts) => parts.every((ofPart) => ofPart.some(isKnown)))
    draft.stems.push(...(corrected.length > 0 ? corrected : (pair?.flat() ?? [])))
  }
}

/** The most similar stems of the project. The word as written counts too, because an error at its end changes its stem. */
function findNearest(
  { word, stems }: ConceptDraft,
  similar: { word: string; like: string; chunks: number }[],
): string[] {
  return pickNearest(
    similar
      .filter(
        ({ word: misspelled, like }) =>
          (misspelled === word || stems.includes(misspelled)) && isTypoOf(misspelled, like),
      )
      .map(({ word: misspelled, like }) => ({ like, distance: editDistance(misspelled, like) })),
  )
}

/** The most similar ones of the words of which the word is a typo. */
export function findTypos(word: string, vocabulary: string[]): string[] {
  return pickNearest(
    vocabulary
      .filter((like) => isTypoOf(word, like))
      .map((like) => ({ like, distance: editDistance(word, like) })),
  )
}

function pickNearest(candidates: { like: string; distance: number }[]): string[] {
  const nearest = Math.min(...candidates.map(({ distance }) => distance))
  return [...new Set(candidates.filter(({ distance }) => distance === nearest).map(({ like }) => like))]
}

/** The search for similar words compares their letters in groups, so it does not find a word whose first letters are exchanged. */
function transposeStart(word: string): string {
  return `${word[1] ?? ''}${word[0] ?? ''}${word.slice(2)}`
}

function splitCompound(word: string): [string, string][] {
  const pairs: [string, string][] = []
  for (let at = minCompoundPartLength; at <= word.length - minCompoundPartLength; at++) {
    pairs.push([word.slice(0, at), word.slice(at)])
  }
  return pairs
}

/** An edit distance of at most 1, or 2 for words of eight letters or more. The first letter is right, or exchanged with the second. */
export function isTypoOf(word: string, like: string): boolean {
  const letters = Math.min(word.length, like.length)
  const startsAlike = word[0] === like[0] || (word[0] === like[1] && word[1] === like[0])
  if (letters < 4 || !startsAlike) return false
  const maxDistance = letters >= 8 ? 2 : 1
  if (Math.abs(word.length - like.length) > maxDistance) return false
  return editDistance(word, like) <= maxDistance
}
