import type { AnalyzedQuestion, MatchedPassage } from '../types.ts'

const minPartLength = 4

/** In languages with compounds, 'Zins' is found in 'Jahreszins', and 'Standardlieferung' in 'Lieferung'. */
export function addParts(question: AnalyzedQuestion, passages: MatchedPassage[]): AnalyzedQuestion {
  if (!question.languages.some(({ hasCompounds }) => hasCompounds)) return question
  const vocabulary = new Set(
    passages.flatMap(({ headingWords, statements }) => [
      ...headingWords,
      ...statements.flatMap(({ words }) => [...words]),
    ]),
  )
  const concepts = question.concepts.map((concept) => {
    const found = [...vocabulary].filter((word) => [...concept.stems].some((stem) => isPart(stem, word)))
    return { ...concept, partStems: new Set([...concept.partStems, ...found]) }
  })
  return { ...question, concepts }
}

/** Whether one word begins or ends with the other. */
function isPart(one: string, other: string): boolean {
  const [short, long] = one.length < other.length ? [one, other] : [other, one]
  return (
    short.length >= minPartLength &&
    long.length >= short.length + minPartLength - 1 &&
    (long.startsWith(short) || long.endsWith(short))
  )
}
