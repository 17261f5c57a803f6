import { type KnowledgeDraft, knowledgeRoutes } from '@aichat/contracts/knowledge'
import type { App } from '../app.ts'
import { notFound } from '../kit/errors.ts'
import type { Http } from '../kit/http.ts'
import { newId } from '../kit/ids.ts'
import { serve } from '../kit/serve.ts'
import { projectDoor } from '../projects/find.ts'
import { embed } from './embed.ts'
import { itemDoor } from './find.ts'
import { addItem, findItem, listItems, removeItem } from './store.ts'

export function mountKnowledge(http: Http, app: App): void {
  const { db } = app
  serve(http, knowledgeRoutes, { projectId: projectDoor(app), itemId: itemDoor(app) })({
    list: ({ caller, project }) => db.company(caller.companyId, (sql) => listItems(sql, project.id)),

    add: ({ caller, project, body }) =>
      db.company(caller.companyId, async (sql) => {
        const id = newId()
        await addItem(sql, { id, companyId: caller.companyId, projectId: project.id, ...contentOf(body) })
        return (await findItem(sql, project.id, id)) ?? notFound()
      }),

    remove: async ({ caller, project, item }) => {
      await db.company(caller.companyId, (sql) => removeItem(sql, project.id, item.id))
      return null
    },

    embed: async ({ caller, project, item }) => {
      if (item.type === 'url') await app.limits.take('fetchPage', caller.companyId)
      return embed(app, { companyId: caller.companyId, projectId: project.id }, item)
    },
  })
}

function contentOf(draft: KnowledgeDraft) {
  if (draft.type === 'url')
    return { type: 'url' as const, title: draft.url, rawText: null, sourceUrl: draft.url }
  return {
    type: 'manual' as const,
    title: titleOf(draft.content),
    rawText: draft.content,
    sourceUrl: null,
  }
}

/** The first line, or as much of it as fits on one. */
function titleOf(text: string): string {
  const line = (text.trim().split('\n')[0] ?? '').replace(/^#+\s*/, '')
  return line.length <= 80 ? line : `${line.slice(0, 79).trimEnd()}…`
}
