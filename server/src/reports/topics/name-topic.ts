import type { QuestionTerms } from './terms.ts'

type Words = Pick<QuestionTerms, 'terms' | 'words'>

const maxWords = 3
/** In how many of a topic's questions a word must be that names it. */
const minShare = 0.4

/** Counts in how many questions each term is. */
export function countTerms(questions: readonly Words[]): Map<string, number> {
  const counts = new Map<string, number>()
  for (const { terms } of questions) for (const term of terms) counts.set(term, (counts.get(term) ?? 0) + 1)
  return counts
}

/** Questions with which those of a topic are compared: in how many each term is, and their number. */
export type Background = { counts: ReadonlyMap<string, number>; total: number }

/** The terms that name a topic: one to three that most of its questions contain and few others do. The background includes them. */
export function listNamingTerms(questions: readonly Words[], background: Background): string[] {
  const [first] = rankTerms(questions, background)
  if (first === undefined) return []
  // Where the others stand beside the first one, instead of it as synonyms do.
  const withFirst = questions.filter(({ terms }) => terms.includes(first))
  const beside = rankTerms(withFirst, background).filter((term) => term !== first)
  const terms = [first, ...beside.slice(0, maxWords - 1)]
  return terms.toSorted((one, other) => getPosition(withFirst, one) - getPosition(withFirst, other))
}

/** The naming terms as visitors write them most often: "Gift card". Empty without a question. */
export function nameTopic(questions: readonly Words[], background: Background): string {
  const name = listNamingTerms(questions, background)
    .map((term) => findSpelling(questions, term))
    .join(' ')
  return name.charAt(0).toUpperCase() + name.slice(1)
}

/** The terms that enough of the questions contain, the most distinctive first; all terms where there is none. */
function rankTerms(questions: readonly Words[], { counts, total }: Background): string[] {
  const rated = [...countTerms(questions)].map(([term, count]) => {
    const share = count / questions.length
    const isShared = share >= minShare && count > 1
    return { term, isShared, score: share * Math.log(1 + total / (counts.get(term) ?? count)) }
  })
  const shared = rated.filter(({ isShared }) => isShared)
  return (shared.length > 0 ? shared : rated)
    .toSorted((one, other) => other.score - one.score || compareText(one.term, other.term))
    .map(({ term }) => term)
}

/** The average position of a term in the questions that contain it. */
function getPosition(questions: readonly Words[], term: string): number {
  const positions = questions.map(({ terms }) => terms.indexOf(term)).filter((position) => position >= 0)
  return positions.reduce((sum, position) => sum + position, 0) / positions.length
}

/** How the term is written most often. */
function findSpelling(questions: readonly Words[], term: string): string {
  const spellings = new Map<string, number>()
  for (const { terms, words } of questions) {
    const word = words[terms.indexOf(term)]
    if (word !== undefined) spellings.set(word, (spellings.get(word) ?? 0) + 1)
  }
  const [most] = [...spellings].toSorted(
    ([one, ofOne], [other, ofOther]) => ofOther - ofOne || compareText(one, other),
  )
  return most?.[0] ?? term
}

function compareText(one: string, other: string): number {
  return one < other ? -1 : 1
}
