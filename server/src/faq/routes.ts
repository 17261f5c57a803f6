import type { AuditAction } from '@aichat/contracts/audit'
import { type Faq, faqRoutes } from '@aichat/contracts/faq'
import type { Project } from '@aichat/contracts/projects'
import type { App } from '../app.ts'
import { listChanges } from '../audit/list-changes.ts'
import { recordContentEvent } from '../audit/record-content.ts'
import { type Actor, recordAuditEvent } from '../audit/store.ts'
import type { Sql } from '../kit/db/db.ts'
import type { Http } from '../kit/http/http.ts'
import { notFound } from '../kit/http/refusal.ts'
import { serve } from '../kit/http/serve.ts'
import { requireProject } from '../projects/guard.ts'
import { appendFaqs } from './append-faqs.ts'
import { generateFaqs } from './generate.ts'
import { requireFaq } from './guard.ts'
import { removeFaqAndItem } from './remove.ts'
import { reorderFaqs } from './reorder.ts'
import { findFaq, listFaqs, setFaqEnabled, updateFaq } from './store.ts'
import { syncKnowledge } from './sync-knowledge.ts'

export function mountFaq(http: Http, app: App): void {
  const { db } = app
  const toScope = (companyId: string, project: { id: string }) => ({ companyId, projectId: project.id })

  serve(http, faqRoutes, { projectId: requireProject(app), faqId: requireFaq(app) })({
    list: async ({ caller, project }) => ({
      faqs: await db.company(caller.companyId, (sql) => listFaqs(sql, project.id)),
      faqEnabled: project.faqEnabled,
    }),

    add: ({ caller, project, body, request }) =>
      db.company(caller.companyId, async (sql) => {
        const [added] = await appendFaqs(sql, toScope(caller.companyId, project), [body])
        if (!added) notFound()
        await recordContentEvent(
          sql,
          { ...caller, address: request.ip },
          'faq_added',
          toSubject(added),
          project,
        )
        return added
      }),

    update: ({ caller, project, faq, body, request }) =>
      db.company(caller.companyId, async (sql) => {
        await updateFaq(sql, project.id, { id: faq.id, ...body })
        const after = (await findFaq(sql, project.id, faq.id)) ?? notFound()
        const changes = listChanges(faq, after, ['question', 'answer'])
        const actor = { ...caller, address: request.ip }
        if (changes.length > 0)
          await recordContentEvent(sql, actor, 'faq_changed', toSubject(after), project, changes)
        return after
      }),

    remove: async ({ caller, project, faq, request }) => {
      await db.company(caller.companyId, async (sql) => {
        const actor = { ...caller, address: request.ip }
        const synced = await removeFaqAndItem(sql, project.id, faq.id)
        await recordContentEvent(sql, actor, 'faq_deleted', toSubject(faq), project)
        if (!synced) return
        const subject = { kind: 'knowledge' as const, id: synced.id, name: synced.title }
        await recordContentEvent(sql, actor, 'knowledge_deleted', subject, project)
      })
      return null
    },

    toggle: async ({ caller, project, body: { faqEnabled }, request }) => {
      await db.company(caller.companyId, async (sql) => {
        await setFaqEnabled(sql, project.id, faqEnabled)
        const to = faqEnabled ? 'shown' : 'hidden'
        await recordFaqs(sql, { ...caller, address: request.ip }, 'faqs_toggled', project, to)
      })
      return { faqEnabled }
    },

    reorder: async ({ caller, project, body, request }) => ({
      faqs: await db.company(caller.companyId, async (sql) => {
        const faqs = await reorderFaqs(sql, project.id, body.order)
        await recordFaqs(sql, { ...caller, address: request.ip }, 'faqs_reordered', project)
        return faqs
      }),
      faqEnabled: project.faqEnabled,
    }),

    generate: async ({ caller, project, body, request }) => {
      for (const _ of body.pages) await app.limits.consume('fetchPage', caller.companyId)
      const actor = { ...caller, address: request.ip }
      return generateFaqs(app, toScope(caller.companyId, project), body.pages, (sql, count) =>
        recordFaqs(sql, actor, 'faqs_generated', project, String(count)),
      )
    },

    syncKnowledge: ({ caller, project, request }) =>
      db.company(caller.companyId, async (sql) => {
        const upserted = await syncKnowledge(sql, toScope(caller.companyId, project))
        const actor = { ...caller, address: request.ip }
        if (upserted > 0) await recordFaqs(sql, actor, 'faqs_synced', project, String(upserted))
        return { upserted }
      }),
  })
}

function toSubject({ id, question }: Faq) {
  return { kind: 'faq' as const, id, name: question }
}

/** An event of all FAQs of a project; `to` is their new state, or how many are concerned. */
function recordFaqs(sql: Sql, actor: Actor, action: AuditAction, { id, name }: Project, to?: string) {
  return recordAuditEvent(sql, actor, action, { kind: 'project', id, name, ...(to ? { to } : {}) })
}
