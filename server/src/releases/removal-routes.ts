import { answerRemovalRoutes, answerRemovalSentences } from '@aichat/contracts/ai/answer-removal'
import type { App } from '../app.ts'
import { boundText } from '../audit/list-changes.ts'
import { recordContentEvent } from '../audit/record-content.ts'
import { recordAuditEvent } from '../audit/store.ts'
import { findFaq } from '../faq/store.ts'
import { isId } from '../kit/db/db.ts'
import type { Http } from '../kit/http/http.ts'
import { notFound, refuse } from '../kit/http/refusal.ts'
import { afterCommit, serve } from '../kit/http/serve.ts'
import { takeDown } from '../knowledge/answers-store.ts'
import { findFaqItem, findItem } from '../knowledge/store.ts'
import { requireProject } from '../projects/guard.ts'
import { findLiveText, getAnswerState } from './answer-state-store.ts'
import { broadcastAnswerState } from './broadcast.ts'
import type { TextErasure } from './erase-texts.ts'

type Dependencies = Pick<App, 'realtime'> & { textErasure: TextErasure }

export function mountAnswerRemoval(http: Http, app: Dependencies): void {
  serve(http, answerRemovalRoutes, { projectId: requireProject })({
    takeDown: async ({ sql, actor, caller, project, body: { kind, id } }) => {
      if (!isId(id)) notFound()
      const text = (await findLiveText(sql, project.id, kind, id)) ?? notFound()
      if (text.isInDraft) refuse(409, answerRemovalSentences.stillInDraft)
      await takeDown(sql, project.id, kind, [id])
      const subject = { kind: 'project' as const, id: project.id, name: project.name }
      await recordAuditEvent(sql, actor, 'answer_taken_down', { ...subject, to: boundText(text.title) })
      const state = await getAnswerState(sql, project.id)
      return afterCommit(() => {
        broadcastAnswerState(app, { companyId: caller.companyId, projectId: project.id })
        return state
      })
    },

    eraseItem: async ({ sql, actor, caller, project, params: { itemId: id } }) => {
      if (!isId(id)) notFound()
      const text = { companyId: caller.companyId, projectId: project.id, kind: 'item' as const, id }
      const item = await findItem(sql, project.id, id)
      return afterCommit(async () => {
        await app.textErasure.erase(text, async (sql, released) => {
          const name = item?.title ?? released ?? notFound()
          await recordContentEvent(sql, actor, 'knowledge_erased', { kind: 'knowledge', id, name, project })
        })
        return null
      })
    },

    eraseFaq: async ({ sql, actor, caller, project, params: { faqId: id } }) => {
      if (!isId(id)) notFound()
      const text = { companyId: caller.companyId, projectId: project.id, kind: 'faq' as const, id }
      const faq = await findFaq(sql, project.id, id)
      const itemId = await findFaqItem(sql, project.id, id)
      return afterCommit(async () => {
        // The item repeats the FAQ, so it has no event of its own.
        if (itemId) await app.textErasure.erase({ ...text, kind: 'item', id: itemId }, async () => {})
        await app.textErasure.erase(text, async (sql, released) => {
          const name = faq?.question ?? released ?? notFound()
          await recordContentEvent(sql, actor, 'faq_erased', { kind: 'faq', id, name, project })
        })
        return null
      })
    },
  })
}
