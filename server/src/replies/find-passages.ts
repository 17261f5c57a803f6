import type { App } from '../app.ts'
import { listFaqs } from '../faq/store.ts'
import type { Sql } from '../kit/db/db.ts'
import { tokenize } from '../knowledge/normalize-text.ts'
import {
  findByTitle,
  listLanguages,
  listNeighbors,
  type QueryVector,
  searchChunks,
  stemTexts,
} from '../knowledge/search.ts'
import { type AnalyzedQuestion, analyzeQuestion } from './analyze-question.ts'
import { buildSections, type Section } from './build-sections.ts'
import type { FollowUpContext } from './follow-up.ts'
import { coverConcepts, scoreHeading } from './score-heading.ts'
import { type StatementText, splitStatements } from './split-statements.ts'

type Statement = StatementText & { words: Set<string> }
/** A title or heading: its normalized words, and their stems without function words. */
export type Heading = { text: string; tokens: string[]; words: Set<string> }

export type MatchedPassage = Section & {
  statements: Statement[]
  /** Stems of its title and headings. */
  headingWords: Set<string>
  /** The title first, then the path of headings. */
  headingPath: Heading[]
  isFaq: boolean
}

export type PassageSearchResult = {
  question: AnalyzedQuestion
  /** The text search configurations of the project's knowledge. */
  languages: string[]
  passages: MatchedPassage[]
  /** The text of the answer that the question continues. */
  previousAnswer: string | null
  /** The FAQ that asks the same question. Its answer takes precedence over everything else. */
  faq: MatchedPassage | null
}

/** Chunks that the search returns. They are merged to sections, and the answer is chosen among these. */
const maxChunks = 24
const maxPassages = 12
const maxFaqs = 3
const minFaqSimilarity = 0.3
const faqMatchThreshold = 0.7

export type SearchOptions = { vector: QueryVector | null; context: FollowUpContext | null } & Pick<
  App['search'],
  'typos'
>

/** Searches the project's embedded items and its FAQs, even when the widget does not show FAQs. */
export async function findPassages(
  sql: Sql,
  projectId: string,
  text: string,
  { vector, typos, context }: SearchOptions,
): Promise<PassageSearchResult> {
  const languages = await listSearchLanguages(sql, projectId)
  const faqs = await addStems(sql, languages, await listFaqSections(sql, projectId), true)
  const faqStems = new Set(
    faqs.flatMap((faq) => [...faq.headingWords, ...faq.statements.flatMap(({ words }) => [...words])]),
  )
  const question = await analyzeQuestion(sql, projectId, text, {
    languages,
    faqStems,
    typos,
    context: context?.question ?? null,
  })
  const { words, chunks } = question
  const found = await searchChunks(sql, projectId, { words, chunks, vector }, maxChunks)
  const titled = await findByTitle(sql, projectId, text)
  const hits = [...titled.filter((one) => !found.some((hit) => hit.itemId === one.itemId)), ...found]
  const sections = buildSections(hits, await listNeighbors(sql, projectId, hits)).slice(0, maxPassages)
  const similarFaqs = faqs
    .map((faq) => ({ faq, similarity: scoreFaq(question, faq) }))
    .filter(({ similarity }) => similarity > minFaqSimilarity)
    .sort((a, b) => b.similarity - a.similarity)
    .slice(0, maxFaqs)
  const [best] = similarFaqs
  return {
    question,
    languages,
    previousAnswer: context?.answer ?? null,
    passages: [...similarFaqs.map(({ faq }) => faq), ...(await addStems(sql, languages, sections, false))],
    faq: best && scoreHeading(question, best.faq.headingPath) >= faqMatchThreshold ? best.faq : null,
  }
}

/** The text search configurations of the project's knowledge; English while there is none. */
export async function listSearchLanguages(sql: Sql, projectId: string): Promise<string[]> {
  const found = await listLanguages(sql, projectId)
  return found.length > 0 ? found : ['english']
}

async function listFaqSections(sql: Sql, projectId: string): Promise<Section[]> {
  const faqs = await listFaqs(sql, projectId)
  return faqs.map(({ id, question, answer }, rank) => ({
    itemId: id,
    position: 0,
    title: question,
    url: null,
    heading: '',
    headings: [],
    body: answer,
    text: answer,
    rank,
    scores: { words: null, meaning: null, fused: 0 },
  }))
}

/** The similarity of a visitor's question with a FAQ, by its question or, slightly less, by its answer. */
function scoreFaq(question: AnalyzedQuestion, faq: MatchedPassage): number {
  const words = new Set([...faq.headingWords, ...faq.statements.flatMap((one) => [...one.words])])
  return Math.max(scoreHeading(question, faq.headingPath), coverConcepts(question.concepts, words) * 0.9)
}

async function addStems(
  sql: Sql,
  languages: string[],
  sections: Section[],
  isFaq: boolean,
): Promise<MatchedPassage[]> {
  if (sections.length === 0) return []
  const statements = sections.map(({ text }) => splitStatements(text))
  const headings = sections.map(listHeadings)
  const texts = [...statements.flat().map(({ text }) => text), ...headings.flat()]
  const words = await stemTexts(sql, languages, texts)
  let next = 0
  const ofStatements = statements.map((all) => all.map((one) => ({ ...one, words: new Set(words[next++]) })))
  const ofHeadings = headings.map((path) =>
    path.map((text) => ({ text, tokens: tokenize(text), words: new Set(words[next++]) })),
  )
  return sections.map((section, index) => ({
    ...section,
    isFaq,
    statements: ofStatements[index] ?? [],
    headingPath: ofHeadings[index] ?? [],
    headingWords: new Set(ofHeadings[index]?.flatMap((heading) => [...heading.words])),
  }))
}

/** The title of a text without one is made from its first words, which stand for nothing but themselves. */
function listHeadings({ title, url, headings, text }: Section): string[] {
  const isGenerated = url === null && text.startsWith(title.replace(/…$/, ''))
  return [isGenerated ? '' : title, ...headings.filter((heading) => heading !== title)]
}
