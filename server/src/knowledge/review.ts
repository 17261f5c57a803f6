import { knowledgeReviewRoutes } from '@aichat/contracts/knowledge-review'
import type { App } from '../app.ts'
import { readAttachment } from '../files/attachments.ts'
import { fileOfItem } from '../files/store.ts'
import type { Http } from '../kit/http/http.ts'
import { serve } from '../kit/http/serve.ts'
import { requireProject } from '../projects/guard.ts'
import { requireItem } from './guard.ts'
import { findContent, listUses } from './review-store.ts'

/** What was read from an item, and where it was used. */
export function mountKnowledgeReview(http: Http, app: App): void {
  const { db } = app
  serve(http, knowledgeReviewRoutes, { projectId: requireProject(app), itemId: requireItem(app) })({
    content: ({ caller, project, item }) =>
      db.company(caller.companyId, (sql) => findContent(sql, project.id, item.id)),

    original: async ({ caller, project, item }) =>
      readAttachment(app, await db.company(caller.companyId, (sql) => fileOfItem(sql, project.id, item.id))),

    uses: ({ caller, project, item }) =>
      db.company(caller.companyId, (sql) => listUses(sql, project.id, item.id)),
  })
}
