import type { App } from '../app.ts'
import { listFaqs } from '../faq/store.ts'
import type { Sql } from '../kit/db/db.ts'
import {
  listLanguages,
  type Passage,
  type QueryVector,
  searchChunks,
  stemTexts,
} from '../knowledge/search.ts'
import { type AnalyzedQuestion, analyzeQuestion, type Concept, scoreMatch } from './analyze-question.ts'
import { splitStatements } from './split-statements.ts'

type Statement = { text: string; words: Set<string> }
export type MatchedPassage = Passage & {
  statements: Statement[]
  /** The words of its title and heading. */
  headingWords: Set<string>
  isFaq: boolean
}

export type PassageSearchResult = {
  question: AnalyzedQuestion
  passages: MatchedPassage[]
  /** The FAQ that asks just this. It answers before anything else does. */
  faq: MatchedPassage | null
}

const maxPassages = 8
const maxFaqs = 3

/** Looks in the project's embedded items and in its FAQs, whether the widget shows those or not. */
export async function findPassages(
  sql: Sql,
  projectId: string,
  text: string,
  { meaning, typos }: { meaning: QueryVector | null } & Pick<App['search'], 'typos'>,
): Promise<PassageSearchResult> {
  const found = await listLanguages(sql, projectId)
  const languages = found.length > 0 ? found : ['english']
  const faqs = (await listFaqs(sql, projectId)).map(({ id, question, answer }) => ({
    itemId: id,
    position: 0,
    title: question,
    url: null,
    heading: '',
    body: answer,
    scores: { words: null, meaning: null, fused: 0 },
  }))
  const faqPassages = await addStems(sql, languages, faqs, true)
  const own = new Set(faqPassages.flatMap((faq) => [...faq.headingWords, ...faq.statements.flatMap(wordsIn)]))
  const question = await analyzeQuestion(sql, projectId, text, { languages, own, typos })
  const chunks = await searchChunks(
    sql,
    projectId,
    { words: question.words, chunks: question.chunks, meaning },
    maxPassages,
  )
  const near = faqPassages
    .map((faq) => ({ faq, closeness: scoreSimilarity(question.concepts, faq.headingWords) }))
    .filter(({ closeness }) => closeness > 0.3)
    .sort((a, b) => b.closeness - a.closeness)
    .slice(0, maxFaqs)
  return {
    question,
    passages: [...near.map(({ faq }) => faq), ...(await addStems(sql, languages, chunks, false))],
    faq: near[0] && near[0].closeness >= faqMatchThreshold ? near[0].faq : null,
  }
}

const faqMatchThreshold = 0.7

/** From 0 to 1: how much of the visitor's question the FAQ asks, and how much of the FAQ the visitor asks. */
function scoreSimilarity(concepts: Concept[], asked: Set<string>): number {
  const total = concepts.reduce((sum, { weight }) => sum + weight, 0)
  if (total === 0 || asked.size === 0) return 0
  const said = concepts.reduce((sum, concept) => sum + concept.weight * scoreMatch(asked, concept), 0)
  const met = [...asked].filter((word) =>
    concepts.some((one) => one.stems.has(word) || one.synonymStems.has(word)),
  )
  return Math.min(said / total, 0.25 + (met.length / asked.size) * 0.75)
}

function wordsIn({ words }: Statement): string[] {
  return [...words]
}

async function addStems(
  sql: Sql,
  languages: string[],
  passages: Passage[],
  isFaq: boolean,
): Promise<MatchedPassage[]> {
  if (passages.length === 0) return []
  const texts = passages.map((passage) => splitStatements(passage.body))
  const aboves = passages.map((passage) => `${passage.title} ${passage.heading}`)
  const words = await stemTexts(sql, languages, [...texts.flat(), ...aboves])
  let place = 0
  return passages.map((passage, index) => ({
    ...passage,
    isFaq,
    statements: (texts[index] ?? []).map((text) => ({ text, words: new Set(words[place++]) })),
    headingWords: new Set(words[texts.flat().length + index]),
  }))
}
