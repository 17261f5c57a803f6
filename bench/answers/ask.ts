import { randomUUID } from 'node:crypto'
import { addProfile } from '../../server/src/agent-profile/store.ts'
import { createFixedModels } from '../../server/src/company-models/company-models.ts'
import type { Db, Sql } from '../../server/src/kit/db/db.ts'
import type { Log } from '../../server/src/kit/observability/log.ts'
import { systemClock } from '../../server/src/kit/process/clock.ts'
import { systemTimers } from '../../server/src/kit/process/timers.ts'
import { createTitle } from '../../server/src/knowledge/create-title.ts'
import { hasMarkdown } from '../../server/src/knowledge/read/detect-markdown.ts'
import {
  type ExtractedContent,
  extractContent,
  extractText,
} from '../../server/src/knowledge/read/extract-content.ts'
import { readPage } from '../../server/src/knowledge/read/html/read-page.ts'
import { readMarkdown } from '../../server/src/knowledge/read/read-markdown.ts'
import type { SearchExtensions } from '../../server/src/knowledge/search/search-extensions.ts'
import { storeVersion } from '../../server/src/knowledge/version-store.ts'
import { answerQuestion } from '../../server/src/replies/answer.ts'
import type { ChatTurn, Reply } from '../../server/src/replies/types.ts'
import type { Corpus, CorpusPage, CorpusQuestion, CorpusText } from './corpus.ts'
import { type Graded, gradeReply, isImprecise, showsFact } from './grade.ts'

export type Answerer = { db: Db; search: SearchExtensions; log: Log }
export type TaughtCorpus = { companyId: string; projectId: string; keys: Map<string, string> }

/** Creates a project with the corpus as its knowledge, with the product's own reader. */
export async function teach({ db }: Answerer, { name, items }: Corpus): Promise<TaughtCorpus> {
  const [companyId, projectId] = [randomUUID(), randomUUID()]
  const keys = new Map<string, string>()
  await db.company(companyId, async (sql) => {
    await sql`insert into companies (company_id, name, public_key) values (${companyId}, ${name}, ${companyId})`
    await sql`insert into projects (id, company_id, name, public_key) values (${projectId}, ${companyId}, ${name}, ${projectId})`
    await addProfile(sql, { companyId, projectId, companyName: name })
    for (const item of items) {
      const itemId = randomUUID()
      keys.set(itemId, item.key)
      await addItem(sql, { companyId, projectId, itemId }, item)
    }
  })
  return { companyId, projectId, keys }
}

type Scope = { companyId: string; projectId: string; itemId: string }

async function addItem(sql: Sql, scope: Scope, item: CorpusPage | CorpusText): Promise<void> {
  const url = 'html' in item ? `https://help.example${item.path}` : null
  const content = 'html' in item ? extractPage(item, url ?? '') : extractTypedText(item)
  await sql`
    insert into knowledge_items (id, company_id, project_id, type, status, title, source_url, position)
    values (${scope.itemId}, ${scope.companyId}, ${scope.projectId}, ${url ? 'url' : 'manual'}, 'embedded', ${content.title}, ${url}, 1)`
  await storeVersion(sql, scope, content, null)
}

function extractPage({ html }: CorpusPage, url: string): ExtractedContent {
  return extractContent(readPage({ url, type: 'text/html', text: html }))
}

function extractTypedText({ title, text }: CorpusText): ExtractedContent {
  const shown = title ?? createTitle(text)
  return hasMarkdown(text) ? extractContent(readMarkdown(text, shown, true)) : extractText(text, shown)
}

/** Asks each question in a new conversation, one after the other. */
export async function askQuestions(
  answerer: Answerer,
  { companyId, projectId, keys }: TaughtCorpus,
  questions: CorpusQuestion[],
): Promise<Graded[]> {
  const graded: Graded[] = []
  const app = { ...answerer, clock: systemClock, timers: systemTimers, models: createFixedModels({}) }
  for (const question of questions) {
    const history: ChatTurn[] = []
    let reply: Reply | undefined
    let milliseconds = 0
    for (const text of question.turns) {
      history.push({ from: 'visitor', text })
      const startedAt = performance.now()
      reply = await answerQuestion(app, {
        companyId,
        projectId,
        history,
        signal: new AbortController().signal,
      })
      milliseconds = performance.now() - startedAt
      if (reply.kind !== 'handover') history.push({ from: 'agent', text: reply.text })
    }
    if (!reply) continue
    const { text = '', sources = [] } = reply.kind === 'handover' ? {} : reply
    const given = { kind: reply.kind, text, pages: sources.map(({ itemId }) => keys.get(itemId) ?? '') }
    graded.push({
      question,
      reply: given,
      grade: gradeReply(question, given),
      showsFact: showsFact(question, given),
      isImprecise: isImprecise(question, given),
      milliseconds,
    })
  }
  return graded
}
