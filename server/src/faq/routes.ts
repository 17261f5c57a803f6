import { faqRoutes } from '@aichat/contracts/faq'
import type { App } from '../app.ts'
import type { Http } from '../kit/http/http.ts'
import { notFound } from '../kit/http/refusal.ts'
import { serve } from '../kit/http/serve.ts'
import { requireProject } from '../projects/guard.ts'
import { appendFaqs } from './append-faqs.ts'
import { generateFaqs } from './generate.ts'
import { requireFaq } from './guard.ts'
import { removeAndRenumber, reorderFaqs } from './reorder.ts'
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

    add: async ({ caller, project, body }) => {
      const scope = toScope(caller.companyId, project)
      const [added] = await db.company(caller.companyId, (sql) => appendFaqs(sql, scope, [body]))
      return added ?? notFound()
    },

    update: ({ caller, project, faq, body }) =>
      db.company(caller.companyId, async (sql) => {
        await updateFaq(sql, project.id, { id: faq.id, ...body })
        return (await findFaq(sql, project.id, faq.id)) ?? notFound()
      }),

    remove: async ({ caller, project, faq }) => {
      await db.company(caller.companyId, (sql) => removeAndRenumber(sql, project.id, faq.id))
      return null
    },

    toggle: async ({ caller, project, body }) => {
      await db.company(caller.companyId, (sql) => setFaqEnabled(sql, project.id, body.faqEnabled))
      return { faqEnabled: body.faqEnabled }
    },

    reorder: async ({ caller, project, body }) => ({
      faqs: await db.company(caller.companyId, (sql) => reorderFaqs(sql, project.id, body.order)),
      faqEnabled: project.faqEnabled,
    }),

    generate: async ({ caller, project, body }) => {
      for (const _ of body.pages) await app.limits.consume('fetchPage', caller.companyId)
      return generateFaqs(app, toScope(caller.companyId, project), body.pages)
    },

    syncKnowledge: async ({ caller, project }) => ({
      upserted: await db.company(caller.companyId, (sql) =>
        syncKnowledge(sql, toScope(caller.companyId, project)),
      ),
    }),
  })
}
