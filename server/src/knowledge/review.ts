import { knowledgeReviewRoutes } from '@aichat/contracts/ai/knowledge-review'
import type { App } from '../app.ts'
import { readAttachment } from '../files/attachments.ts'
import { fileOfItem } from '../files/store.ts'
import type { Http } from '../kit/http/http.ts'
import { afterCommit, serve } from '../kit/http/serve.ts'
import { requireProject } from '../projects/guard.ts'
import { requireItem } from './guard.ts'
import { countUses, findContent, listUses } from './review-store.ts'

type Dependencies = Pick<App, 'log' | 'storage'>

/** What was read from an item, and where it was used. */
export function mountKnowledgeReview(http: Http, app: Dependencies): void {
  serve(http, knowledgeReviewRoutes, { projectId: requireProject, itemId: requireItem })({
    countUses: ({ sql, project }) => countUses(sql, project.id),

    content: ({ sql, project, item }) => findContent(sql, project.id, item.id),

    original: async ({ sql, project, item }) => {
      const file = await fileOfItem(sql, project.id, item.id)
      return afterCommit(() => readAttachment(app, file))
    },

    uses: ({ sql, project, item }) => listUses(sql, project.id, item.id),
  })
}
