import type { App } from '../app.ts'
import { listFaqs } from '../faq/store.ts'
import type { Sql } from '../kit/db/db.ts'
import { languagesOf, type Meaning, type Passage, search, stemmedWords } from '../knowledge/search.ts'
import { type Concept, type Question, readQuestion, saidIn } from './concepts.ts'
import { statementsOf } from './sentences.ts'

type Statement = { text: string; words: Set<string> }
export type FoundPassage = Passage & {
  statements: Statement[]
  /** The words of its title and heading. */
  above: Set<string>
  isFaq: boolean
}

export type Found = {
  question: Question
  passages: FoundPassage[]
  /** The FAQ that asks just this. It answers before anything else does. */
  faq: FoundPassage | null
}

const mostPassages = 8
const mostFaqs = 3

/** Looks in the project's embedded items and in its FAQs, whether the widget shows those or not. */
export async function findPassages(
  sql: Sql,
  projectId: string,
  text: string,
  { meaning, typos }: { meaning: Meaning | null } & Pick<App['search'], 'typos'>,
): Promise<Found> {
  const found = await languagesOf(sql, projectId)
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
  const faqPassages = await withWords(sql, languages, faqs, true)
  const own = new Set(faqPassages.flatMap((faq) => [...faq.above, ...faq.statements.flatMap(wordsIn)]))
  const question = await readQuestion(sql, projectId, text, { languages, own, typos })
  const chunks = await search(
    sql,
    projectId,
    { words: question.words, chunks: question.chunks, meaning },
    mostPassages,
  )
  const near = faqPassages
    .map((faq) => ({ faq, closeness: closeness(question.concepts, faq.above) }))
    .filter(({ closeness }) => closeness > 0.3)
    .sort((a, b) => b.closeness - a.closeness)
    .slice(0, mostFaqs)
  return {
    question,
    passages: [...near.map(({ faq }) => faq), ...(await withWords(sql, languages, chunks, false))],
    faq: near[0] && near[0].closeness >= isTheSame ? near[0].faq : null,
  }
}

const isTheSame = 0.7

/** From 0 to 1: how much of the visitor's question the FAQ asks, and how much of the FAQ the visitor asks. */
function closeness(concepts: Concept[], asked: Set<string>): number {
  const total = concepts.reduce((sum, { weight }) => sum + weight, 0)
  if (total === 0 || asked.size === 0) return 0
  const said = concepts.reduce((sum, concept) => sum + concept.weight * saidIn(asked, concept), 0)
  const met = [...asked].filter((word) => concepts.some((one) => one.stems.has(word) || one.also.has(word)))
  return Math.min(said / total, 0.25 + (met.length / asked.size) * 0.75)
}

function wordsIn({ words }: Statement): string[] {
  return [...words]
}

async function withWords(
  sql: Sql,
  languages: string[],
  passages: Passage[],
  isFaq: boolean,
): Promise<FoundPassage[]> {
  if (passages.length === 0) return []
  const texts = passages.map((passage) => statementsOf(passage.body))
  const aboves = passages.map((passage) => `${passage.title} ${passage.heading}`)
  const words = await stemmedWords(sql, languages, [...texts.flat(), ...aboves])
  let place = 0
  return passages.map((passage, index) => ({
    ...passage,
    isFaq,
    statements: (texts[index] ?? []).map((text) => ({ text, words: new Set(words[place++]) })),
    above: new Set(words[texts.flat().length + index]),
  }))
}
