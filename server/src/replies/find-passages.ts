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
  /** Stems of its title and heading. */
  headingWords: Set<string>
  isFaq: boolean
}

export type PassageSearchResult = {
  question: AnalyzedQuestion
  passages: MatchedPassage[]
  /** The FAQ that asks the same question. Its answer takes precedence over everything else. */
  faq: MatchedPassage | null
}

const maxPassages = 8
const maxFaqs = 3
const minFaqSimilarity = 0.3

/** Searches the project's embedded items and its FAQs, even when the widget does not show FAQs. */
export async function findPassages(
  sql: Sql,
  projectId: string,
  text: string,
  { vector, typos }: { vector: QueryVector | null } & Pick<App['search'], 'typos'>,
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
  const faqStems = new Set(
    faqPassages.flatMap((faq) => [...faq.headingWords, ...faq.statements.flatMap(wordsIn)]),
  )
  const question = await analyzeQuestion(sql, projectId, text, { languages, faqStems, typos })
  const chunks = await searchChunks(
    sql,
    projectId,
    { words: question.words, chunks: question.chunks, vector },
    maxPassages,
  )
  const similarFaqs = faqPassages
    .map((faq) => ({ faq, similarity: scoreSimilarity(question.concepts, faq.headingWords) }))
    .filter(({ similarity }) => similarity > minFaqSimilarity)
    .sort((a, b) => b.similarity - a.similarity)
    .slice(0, maxFaqs)
  return {
    question,
    passages: [...similarFaqs.map(({ faq }) => faq), ...(await addStems(sql, languages, chunks, false))],
    faq: similarFaqs[0] && similarFaqs[0].similarity >= faqMatchThreshold ? similarFaqs[0].faq : null,
  }
}

const faqMatchThreshold = 0.7

/** From 0 to 1: the overlap of the visitor's question with the FAQ's question, in both directions. */
function scoreSimilarity(concepts: Concept[], faqStems: Set<string>): number {
  const total = concepts.reduce((sum, { weight }) => sum + weight, 0)
  if (total === 0 || faqStems.size === 0) return 0
  const matched = concepts.reduce((sum, concept) => sum + concept.weight * scoreMatch(faqStems, concept), 0)
  const covered = [...faqStems].filter((word) =>
    concepts.some((concept) => concept.stems.has(word) || concept.synonymStems.has(word)),
  )
  return Math.min(matched / total, 0.25 + (covered.length / faqStems.size) * 0.75)
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
  const headings = passages.map((passage) => `${passage.title} ${passage.heading}`)
  const statements = texts.flat()
  const words = await stemTexts(sql, languages, [...statements, ...headings])
  let nextStatement = 0
  return passages.map((passage, index) => ({
    ...passage,
    isFaq,
    statements: (texts[index] ?? []).map((text) => ({ text, words: new Set(words[nextStatement++]) })),
    headingWords: new Set(words[statements.length + index]),
  }))
}
