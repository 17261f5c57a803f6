import { type QuestionLanguage, questionLanguages } from '@aichat/contracts/ai/knowledge'
import type { Sql } from '../../kit/db/db.ts'
import type { AnswerSet } from '../../knowledge/search/answer-set.ts'
import { findByTitle, listNeighbors, searchChunks } from '../../knowledge/search/search.ts'
import { listLanguages } from '../../knowledge/search/word-store.ts'
import { listAnswerFaqs } from '../../releases/answer-set-store.ts'
import { detectQuestionLanguages } from '../language/language-data.ts'
import { analyzeQuestion } from '../question/analyze-question.ts'
import { scoreMatch } from '../question/concept.ts'
import { findFollowUpContext } from '../question/follow-up.ts'
import { asksForTimes } from '../question/time-words.ts'
import type {
  AnalyzedQuestion,
  ChatTurn,
  FollowUpContext,
  MatchedPassage,
  PassageSearchResult,
  SearchScope,
  Section,
} from '../types.ts'
import { addParts } from './add-compound-parts.ts'
import { buildSections, findRepeatedLines } from './build-sections.ts'
import { correctInPassages } from './correct-in-passages.ts'
import { coverConcepts, scoreHeading } from './score-heading.ts'
import { stemSections } from './stem-sections.ts'

/** Chunks that the search returns. They are merged to sections, and the answer is chosen among these. */
const narrow = { chunks: 24, passages: 12, otherFaqs: 0 }
/** A model understands passages in other words than the question's, which have a low rank. They fill its prompt. */
const broad = { chunks: 96, passages: 48, otherFaqs: 24 }
const maxFaqs = 3
const minFaqSimilarity = 0.3
const faqMatchThreshold = 0.7

/** Searches the items and FAQs of the set, even when the widget does not show FAQs. */
export async function findPassages(
  sql: Sql,
  { answers, vector, typos, languages: ofProject, isBroad = false }: SearchScope,
  text: string,
  context: FollowUpContext | null,
): Promise<PassageSearchResult> {
  const limits = isBroad ? broad : narrow
  const languages = addQuestionLanguage(text, ofProject)
  // Reading weekdays in all statements takes longer than the rest of an answer.
  const hasTimeWords = asksForTimes([text, context?.question ?? ''], ofProject)
  const faqs = await stemSections(sql, languages, await listFaqSections(sql, answers), {
    isFaq: true,
    hasTimeWords,
  })
  const faqStems = new Set(
    faqs.flatMap((faq) => [...faq.headingWords, ...faq.statements.flatMap(({ words }) => [...words])]),
  )
  const question = await analyzeQuestion(sql, text, {
    answers,
    languages,
    faqStems,
    typos,
    context: context?.question ?? null,
  })
  const { words, chunks } = question
  const language = questionLanguageOf(question)
  const found = await searchChunks(sql, answers, { words, chunks, vector, language }, limits.chunks)
  const titled = await findByTitle(sql, answers, text, language)
  const hits = [...titled.filter((one) => !found.some((hit) => hit.itemId === one.itemId)), ...found]
  const neighbors = await listNeighbors(sql, answers, hits)
  const sections = buildSections(hits, neighbors).slice(0, limits.passages)
  const repeated = findRepeatedLines(neighbors)
  const rankedFaqs = faqs
    .map((faq) => ({ faq, similarity: scoreFaq(question, faq) }))
    .sort((a, b) => b.similarity - a.similarity)
  const similarFaqs = rankedFaqs.filter(({ similarity }) => similarity > minFaqSimilarity).slice(0, maxFaqs)
  const otherFaqs = rankedFaqs.slice(similarFaqs.length, similarFaqs.length + limits.otherFaqs)
  const [best] = similarFaqs
  const passages = await stemSections(sql, languages, sections, { isFaq: false, repeated, hasTimeWords })
  const withParts = addParts(question, passages)
  const corrected = typos ? await correctInPassages(sql, languages, withParts, passages) : withParts
  return {
    question: corrected,
    languages,
    isComplete: found.length === chunks,
    previousAnswer: context?.answer ?? null,
    passages: [
      ...similarFaqs.map(({ faq }) => faq),
      ...passages.filter(
        (passage) => isBroad || passage.scores.meaning !== null || matches(passage, corrected),
      ),
      ...otherFaqs.map(({ faq }) => faq),
    ],
    faq: best && scoreHeading(question, best.faq.headingPath) >= faqMatchThreshold ? best.faq : null,
  }
}

/** Searches for the pending question, together with the one before if it continues that. */
export async function searchConversation(
  sql: Sql,
  scope: SearchScope,
  history: ChatTurn[],
  question: string,
): Promise<PassageSearchResult> {
  return findPassages(sql, scope, question, findFollowUpContext(history, question, scope.languages))
}

/** Of a few chunks, the search returns all. */
function matches({ headingWords, statements }: MatchedPassage, { concepts }: AnalyzedQuestion): boolean {
  return [headingWords, ...statements.map(({ words }) => words)].some((words) =>
    concepts.some((concept) => scoreMatch(words, concept) > 0),
  )
}

/** Passages in the question's language may be on pages in another one. */
function addQuestionLanguage(text: string, ofProject: string[]): string[] {
  const asked = detectQuestionLanguages(text, ofProject).map(({ config }) => config)
  return [...new Set([...ofProject, ...asked])]
}

/** Null when the question has no word of its language, or words of several: items for any language are used then. */
function questionLanguageOf({ languages }: AnalyzedQuestion): QuestionLanguage {
  const [only, another] = languages
  return questionLanguages.find((code) => !another && code === only?.code) ?? null
}

/** The text search configurations of the project's knowledge; English while there is none. */
export async function listSearchLanguages(sql: Sql, answers: AnswerSet): Promise<string[]> {
  const found = await listLanguages(sql, answers)
  return found.length > 0 ? found : ['english']
}

async function listFaqSections(sql: Sql, answers: AnswerSet): Promise<Section[]> {
  const faqs = await listAnswerFaqs(sql, answers)
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

/** Whether the FAQ asks the visitor's question in the same words. */
export function isExactFaq({ faq }: PassageSearchResult, question: string): boolean {
  return faq !== null && toWords(faq.title) === toWords(question)
}

function toWords(text: string): string {
  return (
    text
      .normalize('NFKC')
      .toLowerCase()
      .match(/[\p{L}\p{N}]+/gu) ?? []
  ).join(' ')
}
