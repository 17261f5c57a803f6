import type { Sql } from '../kit/db.ts'
import { type Passage, search, stemmedWords, termsOf } from '../knowledge/search.ts'
import { sentencesOf } from '../knowledge/split.ts'

/** A sentence of a passage with the question's words that it, or what stands above it, holds. */
type Sentence = { text: string; words: Set<string> }
export type FoundPassage = Passage & { sentences: Sentence[]; above: Set<string> }

export type Found = {
  /** The question's words, each with its weight: rare in the knowledge means telling. */
  weights: Map<string, number>
  passages: FoundPassage[]
}

const mostPassages = 8
const mostWords = 12

/** Words of a question that ask rather than tell what is asked about, stemmed. */
const asking = new Set(
  'tell know pleas want need help would like could can get question ask explain say mean let thing someth anyth way hello hi hey thank much mani long far often also realli just use one good take number kind type sort possibl allow happen'.split(
    ' ',
  ),
)

export async function findPassages(sql: Sql, projectId: string, question: string): Promise<Found> {
  const [all = []] = await stemmedWords(sql, [question])
  const telling = all.filter((word) => !asking.has(word))
  const terms = await termsOf(sql, projectId, (telling.length > 0 ? telling : all).slice(0, 60))
  // A long question is searched by its rarest words; those that stand nowhere still count against an answer.
  const known = terms.filter((term) => term.chunks > 0).sort((a, b) => a.chunks - b.chunks)
  const weights = new Map(terms.map((term) => [term.word, 1 / Math.log2(2 + term.chunks)]))
  const passages = await search(
    sql,
    projectId,
    known.slice(0, mostWords).map((term) => term.word),
    mostPassages,
  )
  return { weights, passages: await withSentences(sql, passages) }
}

async function withSentences(sql: Sql, passages: Passage[]): Promise<FoundPassage[]> {
  const texts = passages.map((passage) => sentencesOf(passage.body))
  const aboves = passages.map((passage) => `${passage.title} ${passage.heading}`)
  const words = await stemmedWords(sql, [...texts.flat(), ...aboves])
  let place = 0
  return passages.map((passage, index) => ({
    ...passage,
    sentences: (texts[index] ?? []).map((text) => ({ text, words: new Set(words[place++]) })),
    above: new Set(words[texts.flat().length + index]),
  }))
}
