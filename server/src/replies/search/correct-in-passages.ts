import type { Sql } from '../../kit/db/db.ts'
import { tokenize } from '../../knowledge/search/normalize-text.ts'
import { stemTexts } from '../../knowledge/search/word-store.ts'
import { findTypos } from '../question/correct-spelling.ts'
import type { AnalyzedQuestion, Concept, MatchedPassage } from '../types.ts'

/** Each word is compared with all words of the passages. */
const maxWords = 6

/**
 * Corrects words that no passage contains to similar words of the passages as they are written. The index has stems only, and an
 * error near the end of a word changes its stem.
 */
export async function correctInPassages(
  sql: Sql,
  languages: string[],
  question: AnalyzedQuestion,
  passages: MatchedPassage[],
): Promise<AnalyzedQuestion> {
  const stems = new Set(
    passages.flatMap(({ headingWords, statements }) => [
      ...headingWords,
      ...statements.flatMap(({ words }) => [...words]),
    ]),
  )
  const isFound = ({ stems: own, synonymStems, familyStems, partStems }: Concept) =>
    [own, synonymStems, familyStems, partStems].some((all) => [...all].some((stem) => stems.has(stem)))
  const unknown = question.concepts
    .filter((concept) => /^\p{L}{4,}$/u.test(concept.word) && !isFound(concept))
    .slice(0, maxWords)
  if (unknown.length === 0) return question
  const texts = passages.flatMap(({ headingPath, text }) => [...headingPath.map((one) => one.text), text])
  const vocabulary = [...new Set(texts.flatMap(tokenize))]
  const similar = unknown.map(({ word }) => findTypos(word, vocabulary))
  if (similar.every((words) => words.length === 0)) return question
  const corrected = await stemTexts(
    sql,
    languages,
    similar.map((words) => words.join(' ')),
  )
  return {
    ...question,
    concepts: question.concepts.map((concept) => {
      const added = corrected[unknown.indexOf(concept)] ?? []
      return added.length === 0
        ? concept
        : { ...concept, isKnown: true, stems: new Set([...concept.stems, ...added]) }
    }),
  }
}
