import { blankFaq, type Faq, type FaqFields, faqLimits, faqSentences } from '@aichat/contracts/ai/faq'
import type { App } from '../app.ts'
import { getCompany } from '../companies/store.ts'
import type { Model } from '../kit/ai/model.ts'
import type { Sql } from '../kit/db/db.ts'
import { Refusal } from '../kit/http/refusal.ts'
import { splitSentences } from '../knowledge/index/split-sentences.ts'
import type { StructuredText } from '../knowledge/read/outline.ts'
import { readPageInChild } from '../knowledge/read/parse-in-child.ts'
import { lockProject } from '../projects/store.ts'
import { getPrompt, renderPrompt } from '../prompts/current.ts'
import { appendFaqs } from './append-faqs.ts'
import { listFaqs } from './store.ts'
import { writeFaqsWithModel } from './write-faqs-with-model.ts'

type Draft = Pick<FaqFields, 'question' | 'answer'>
type Scope = { companyId: string; projectId: string }
type Dependencies = Pick<App, 'db' | 'fetchPage' | 'models' | 'log'>

const maxPerPage = 10

/**
 * Generates FAQs from pages: by the model if one is configured, else from headings that are questions and the text below
 * them. Questions that the project already has are left out. Pages without a question are returned as skipped.
 * `alongside` runs in the transaction that adds them.
 */
export async function generateFaqs(
  app: Dependencies,
  scope: Scope,
  pages: string[],
  alongside: (sql: Sql, count: number) => Promise<void>,
): Promise<{ faqs: Faq[]; skipped: { url: string; reason: string }[] }> {
  const prompt = await app.db.company(scope.companyId, async (sql) => {
    const { name } = await getCompany(sql)
    return renderPrompt((await getPrompt(sql, 'faq')).text, { companyName: name })
  })
  const { model } = await app.models.get(scope)
  const drafts: FaqFields[] = []
  const skipped: { url: string; reason: string }[] = []
  for (const url of new Set(pages)) {
    const found = await generateFromPage({ ...app, model }, prompt, url).catch((error) => {
      if (error instanceof Refusal) return error.message
      throw error
    })
    if (typeof found === 'string') skipped.push({ url, reason: found })
    else drafts.push(...found)
  }
  const faqs = await app.db.company(scope.companyId, async (sql) => {
    // Locked before it is read, so that two generations at the same time do not add the same questions.
    await lockProject(sql, scope.projectId)
    const known = new Set(
      (await listFaqs(sql, scope.projectId)).map((faq) => normalizeQuestion(faq.question)),
    )
    const fresh = drafts.filter(
      ({ question }) => !known.has(normalizeQuestion(question)) && known.add(normalizeQuestion(question)),
    )
    if (fresh.length === 0) return []
    await alongside(sql, fresh.length)
    return appendFaqs(sql, scope, fresh)
  })
  return { faqs, skipped }
}

async function generateFromPage(
  app: Dependencies & { model: Model | null },
  prompt: string,
  url: string,
): Promise<FaqFields[]> {
  const readable = await readPageInChild(app, await app.fetchPage(url))
  const written = app.model ? await writeFaqsWithModel({ ...app, model: app.model }, prompt, readable) : null
  const found = (written ?? extractQuestions(readable)).map(fitToLimits).filter((draft) => draft !== null)
  if (found.length === 0) throw new Refusal(400, faqSentences.noQuestions, 'no_questions')
  return found.slice(0, maxPerPage)
}

/** Headings that end with a question mark, with the paragraphs below them. */
function extractQuestions({ sections }: StructuredText): Draft[] {
  return sections
    .filter(({ heading }) => heading.endsWith('?'))
    .map(({ heading, paragraphs }) => ({ question: heading, answer: paragraphs.join(' ') }))
}

/** Truncates an answer after the last sentence that fits the limit; null when nothing fits. */
function fitToLimits({ question, answer }: Draft): FaqFields | null {
  let text = ''
  for (const sentence of splitSentences(answer)) {
    if (text.length + sentence.length + 1 > faqLimits.answer) break
    text = text ? `${text} ${sentence}` : sentence
  }
  const trimmed = question.trim()
  return trimmed && trimmed.length <= faqLimits.question && text
    ? { ...blankFaq, question: trimmed, answer: text }
    : null
}

function normalizeQuestion(question: string): string {
  return question
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
}
