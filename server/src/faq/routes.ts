import { type Faq, faqForm, faqRoutes } from '@aichat/contracts/ai/faq'
import { knowledgeRateLimits } from '@aichat/contracts/ai/knowledge'
import type { Project } from '@aichat/contracts/company/projects'
import type { App } from '../app.ts'
import { listChanges } from '../audit/list-changes.ts'
import { recordContentEvent } from '../audit/record-content.ts'
import { recordAuditEvent } from '../audit/store.ts'
import type { Http } from '../kit/http/http.ts'
import { notFound } from '../kit/http/refusal.ts'
import { serve, withoutTransaction } from '../kit/http/serve.ts'
import { requireProject } from '../projects/guard.ts'
import { appendFaqs } from './append-faqs.ts'
import { generateFaqs } from './generate.ts'
import { requireFaq } from './guard.ts'
import { removeFaqAndItem } from './remove.ts'
import { reorderFaqs } from './reorder.ts'
import { findFaq, listFaqs, setFaqEnabled, updateFaq } from './store.ts'
import { syncKnowledge } from './sync-knowledge.ts'

type Dependencies = Pick<App, 'db' | 'fetchPage' | 'limits' | 'log' | 'models'>

const editedFields = Object.keys(faqForm.shape) as (keyof typeof faqForm.shape)[]

export function mountFaq(http: Http, app: Dependencies): void {
  const toScope = (companyId: string, project: { id: string }) => ({ companyId, projectId: project.id })

  serve(http, faqRoutes, { projectId: requireProject, faqId: requireFaq })({
    list: async ({ sql, project }) => ({
      faqs: await listFaqs(sql, project.id),
      faqEnabled: project.faqEnabled,
    }),

    add: async ({ sql, actor, caller, project, body }) => {
      const [added] = await appendFaqs(sql, toScope(caller.companyId, project), [body])
      if (!added) notFound()
      await recordContentEvent(sql, actor, 'faq_added', { ...toSubject(added), project })
      return added
    },

    update: async ({ sql, actor, project, faq, body }) => {
      await updateFaq(sql, project.id, { id: faq.id, ...body })
      const after = (await findFaq(sql, project.id, faq.id)) ?? notFound()
      const changes = listChanges(faq, after, editedFields)
      if (changes.length > 0)
        await recordContentEvent(sql, actor, 'faq_changed', { ...toSubject(after), project, changes })
      return after
    },

    remove: async ({ sql, actor, project, faq }) => {
      const synced = await removeFaqAndItem(sql, project.id, faq.id)
      await recordContentEvent(sql, actor, 'faq_deleted', { ...toSubject(faq), project })
      if (!synced) return null
      const subject = { kind: 'knowledge' as const, id: synced.id, name: synced.title }
      await recordContentEvent(sql, actor, 'knowledge_deleted', { ...subject, project })
      return null
    },

    toggle: async ({ sql, actor, project, body: { faqEnabled } }) => {
      await setFaqEnabled(sql, project.id, faqEnabled)
      const to = faqEnabled ? 'shown' : 'hidden'
      await recordAuditEvent(sql, actor, 'faqs_toggled', { ...allFaqs(project), to })
      return { faqEnabled }
    },

    reorder: async ({ sql, actor, project, body }) => {
      const faqs = await reorderFaqs(sql, project.id, body.order)
      await recordAuditEvent(sql, actor, 'faqs_reordered', allFaqs(project))
      return { faqs, faqEnabled: project.faqEnabled }
    },

    generate: withoutTransaction(async ({ actor, caller, project, body }) => {
      for (const _ of body.pages) await app.limits.consume(knowledgeRateLimits.fetchPage, caller.companyId)
      return generateFaqs(app, toScope(caller.companyId, project), body.pages, (sql, count) =>
        recordAuditEvent(sql, actor, 'faqs_generated', { ...allFaqs(project), to: String(count) }),
      )
    }),

    syncKnowledge: async ({ sql, actor, caller, project }) => {
      const upserted = await syncKnowledge(sql, toScope(caller.companyId, project))
      const subject = { ...allFaqs(project), to: String(upserted) }
      if (upserted > 0) await recordAuditEvent(sql, actor, 'faqs_synced', subject)
      return { upserted }
    },
  })
}

function toSubject({ id, question }: Faq) {
  return { kind: 'faq' as const, id, name: question }
}

/** The subject of an event of all FAQs of a project. */
function allFaqs({ id, name }: Project) {
  return { kind: 'project' as const, id, name }
}
