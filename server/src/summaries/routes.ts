import { type Summary, summaryLimits, summaryRoutes } from '@aichat/contracts/chat/summaries'
import type { App } from '../app.ts'
import { getCompany } from '../companies/store.ts'
import type { Http } from '../kit/http/http.ts'
import { notFound } from '../kit/http/refusal.ts'
import { serve, withoutTransaction } from '../kit/http/serve.ts'
import { listMessages } from '../messages/store.ts'
import { getPrompt } from '../prompts/current.ts'
import { findCompanySession, requireSession } from '../sessions/guard.ts'
import type { StoredSession } from '../sessions/session-fields.ts'
import { findWrittenSummary, saveWrittenSummary } from './store.ts'
import { isCovered, summarizeMessages } from './summarize-messages.ts'
import { writeSummary } from './write-summary.ts'

type Dependencies = Pick<App, 'db' | 'log' | 'models'>

const maxMessages = 200

export function mountSummaries(http: Http, app: Dependencies): void {
  /** Summaries that this process is writing, by session id. */
  const inProgress = new Map<string, Promise<void>>()

  async function write(session: StoredSession): Promise<void> {
    const { summary, messages, model, prompt, companyName } = await load(app, session)
    if (!model || !summary.canWrite || summary.untilAt === null) return
    const text = await writeSummary(app.log, { model, promptText: prompt.text, companyName, messages })
    if (text === null) return
    const { untilSeq, untilAt } = summary
    const written = { text, untilSeq, untilAt, model: model.name, promptVersion: prompt.version }
    await app.db.company(session.tenantId, (sql) => saveWrittenSummary(sql, session.sessionId, written))
  }

  function writeOnce(session: StoredSession): Promise<void> {
    const { sessionId } = session
    const writing = inProgress.get(sessionId) ?? write(session).finally(() => inProgress.delete(sessionId))
    inProgress.set(sessionId, writing)
    return writing
  }

  serve(http, summaryRoutes, { sessionId: requireSession })({
    get: withoutTransaction(async ({ session }) => (await load(app, session)).summary),

    write: withoutTransaction(async ({ session }) => {
      await writeOnce(session)
      // It may have been deleted meanwhile.
      const current = await findCompanySession(app, session.tenantId, session.sessionId)
      return current ? (await load(app, current)).summary : notFound()
    }),
  })
}

async function load({ db, models }: Dependencies, { sessionId, tenantId, projectId }: StoredSession) {
  const [{ messages, written, prompt, companyName }, { model }] = await Promise.all([
    db.company(tenantId, async (sql) => ({
      messages: (await listMessages(sql, sessionId, { limit: maxMessages })).messages,
      written: await findWrittenSummary(sql, sessionId),
      prompt: await getPrompt(sql, 'summary'),
      companyName: (await getCompany(sql)).name,
    })),
    models.get({ companyId: tenantId, projectId: projectId._id }),
  ])
  const lists = summarizeMessages(messages)
  const isCurrent = written?.untilSeq === lists.untilSeq && written.promptVersion === prompt.version
  const isLong = messages.filter(isCovered).length >= summaryLimits.minMessagesToWrite
  const canWrite = model !== null && isLong && lists.exchanges.length > 0 && !isCurrent
  const summary: Summary = { ...lists, written, canWrite }
  return { summary, messages, model, prompt, companyName }
}
