import { type Faq, faqLimits } from '@aichat/contracts/faq'
import type { App } from '../app.ts'
import { getCompany } from '../companies/store.ts'
import { Refusal } from '../kit/http/refusal.ts'
import type { StructuredText } from '../knowledge/outline.ts'
import { readPageInWorker } from '../knowledge/parse-in-worker.ts'
import { splitSentences } from '../knowledge/split-into-chunks.ts'
import { getPrompt, renderPrompt } from '../prompts/current.ts'
import { appendFaqs } from './append-faqs.ts'
import { listFaqs } from './store.ts'
import { writeFaqsWithModel } from './write-faqs-with-model.ts'

type Draft = { question: string; answer: string }
type Scope = { companyId: string; projectId: string }
type Parts = Pick<App, 'db' | 'fetchPage' | 'model' | 'log'>

const maxPerPage = 10

/**
 * Makes FAQs from pages: written by the model where there is one, else the questions that stand on the page as headings
 * with what is said below them. A question that the project has already is left out; a page without any is named.
 */
export async function generateFaqs(
  app: Parts,
  scope: Scope,
  pages: string[],
): Promise<{ faqs: Faq[]; skipped: { url: string; reason: string }[] }> {
  const prompt = await app.db.company(scope.companyId, async (sql) => {
    const { name } = await getCompany(sql)
    return renderPrompt((await getPrompt(sql, 'faq')).text, { companyName: name })
  })
  const drafts: Draft[] = []
  const skipped: { url: string; reason: string }[] = []
  for (const url of new Set(pages)) {
    const found = await generateFromPage(app, prompt, url).catch((error) => {
      if (error instanceof Refusal) return error.message
      throw error
    })
    if (typeof found === 'string') skipped.push({ url, reason: found })
    else drafts.push(...found)
  }
  const faqs = await app.db.company(scope.companyId, async (sql) => {
    const known = new Set(
      (await listFaqs(sql, scope.projectId)).map((faq) => normalizeQuestion(faq.question)),
    )
    const fresh = drafts.filter(
      ({ question }) => !known.has(normalizeQuestion(question)) && known.add(normalizeQuestion(question)),
    )
    return fresh.length > 0 ? appendFaqs(sql, scope, fresh) : []
  })
  return { faqs, skipped }
}

async function generateFromPage(app: Parts, prompt: string, url: string): Promise<Draft[]> {
  const readable = await readPageInWorker(app, await app.fetchPage(url))
  const written = app.model ? await writeFaqsWithModel({ ...app, model: app.model }, prompt, readable) : null
  const found = (written ?? extractQuestions(readable)).map(fitToLimits).filter((draft) => draft !== null)
  if (found.length === 0) throw new Refusal(400, 'No questions were found on this page.', 'no_questions')
  return found.slice(0, maxPerPage)
}

/** Headings that ask, with the paragraphs under them. */
function extractQuestions({ sections }: StructuredText): Draft[] {
  return sections
    .filter(({ heading }) => heading.endsWith('?'))
    .map(({ heading, paragraphs }) => ({ question: heading, answer: paragraphs.join(' ') }))
}

/** Cut between sentences to what a FAQ may hold; null when nothing fits. */
function fitToLimits({ question, answer }: Draft): Draft | null {
  let text = ''
  for (const sentence of splitSentences(answer)) {
    if (text.length + sentence.length + 1 > faqLimits.answer) break
    text = text ? `${text} ${sentence}` : sentence
  }
  const asked = question.trim()
  return asked && asked.length <= faqLimits.question && text ? { question: asked, answer: text } : null
}

function normalizeQuestion(question: string): string {
  return question
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
}
