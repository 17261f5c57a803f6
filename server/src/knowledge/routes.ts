import {
  type KnowledgeDraft,
  type KnowledgeItem,
  knowledgeRateLimits,
  knowledgeRoutes,
  knowledgeSentences,
} from '@aichat/contracts/ai/knowledge'
import type { Project } from '@aichat/contracts/company/projects'
import type { App } from '../app.ts'
import { recordContentEvent } from '../audit/record-content.ts'
import { receive } from '../files/receive.ts'
import { claimFile, findUnusedFile } from '../files/store.ts'
import type { Sweep } from '../files/sweep.ts'
import type { Sql } from '../kit/db/db.ts'
import { newId } from '../kit/db/ids.ts'
import type { Actor } from '../kit/http/caller.ts'
import type { Http } from '../kit/http/http.ts'
import { notFound, refuse } from '../kit/http/refusal.ts'
import { afterCommit, serve, withoutTransaction } from '../kit/http/serve.ts'
import { requireProject } from '../projects/guard.ts'
import { changeItem, publishChangedItem } from './change-item.ts'
import { changeItems } from './change-items.ts'
import { createTitle } from './create-title.ts'
import { requireItem } from './guard.ts'
import { importFiles } from './import-files.ts'
import { embedItem } from './index/embed-item.ts'
import type { EmbeddingRuns } from './index/embedding-runs.ts'
import { fileRules } from './read/file-rules.ts'
import { addItem, findItem, findText, listItems, type NewItem, removeItem } from './store.ts'

type Dependencies = Pick<
  App,
  'clock' | 'db' | 'jobs' | 'limits' | 'log' | 'realtime' | 'search' | 'settings' | 'storage'
> & { runs: EmbeddingRuns; sweep: Sweep }

export function mountKnowledge(http: Http, app: Dependencies): void {
  const { sweep } = app

  /** @throws a refusal when the file is unknown or used */
  async function create(sql: Sql, actor: Actor, project: Project, draft: KnowledgeDraft) {
    const id = newId()
    const content = await toContent(sql, project.id, draft)
    await addItem(sql, { id, companyId: actor.companyId, projectId: project.id, ...content })
    if (content.file && !(await claimFile(sql, project.id, content.file, id))) refuseUnknownFile()
    const added = (await findItem(sql, project.id, id)) ?? notFound()
    await recordContentEvent(sql, actor, 'knowledge_added', { ...toSubject(added), project })
    return added
  }

  function embed(actor: Actor, project: Project, item: KnowledgeItem) {
    const scope = { companyId: actor.companyId, projectId: project.id }
    return embedItem(app, scope, item, (sql) =>
      recordContentEvent(sql, actor, 'knowledge_embedded', { ...toSubject(item), project }),
    )
  }

  serve(http, knowledgeRoutes, { projectId: requireProject, itemId: requireItem })({
    list: ({ sql, project }) => listItems(sql, project.id),

    add: ({ sql, actor, project, body }) => create(sql, actor, project, body),

    text: async ({ sql, project, item }) => ({ text: await findText(sql, project.id, item.id) }),

    update: async ({ sql, actor, project, item, body }) => {
      const changed = await changeItem(app, sql, { actor, project, itemId: item.id }, body)
      return afterCommit(() => publishChangedItem(app, changed))
    },

    bulk: withoutTransaction(async ({ actor, project, body }) => {
      return { changed: await changeItems(app, { actor, project }, body.action, body.itemIds) }
    }),

    bulkRemove: withoutTransaction(async ({ actor, project, body }) => {
      const changed = await changeItems(app, { actor, project }, 'delete', body.itemIds)
      void sweep.now()
      return { changed }
    }),

    remove: async ({ sql, actor, project, item }) => {
      await removeItem(sql, project.id, item.id)
      await recordContentEvent(sql, actor, 'knowledge_deleted', { ...toSubject(item), project })
      return afterCommit(() => {
        if (item.type === 'file') void sweep.now()
        return null
      })
    },

    embed: withoutTransaction(async ({ actor, caller, project, item }) => {
      if (item.type === 'url' && !item.sourceId)
        await app.limits.consume(knowledgeRateLimits.fetchPage, caller.companyId)
      return embed(actor, project, item)
    }),

    fetchAgain: withoutTransaction(async ({ actor, project, item }) => {
      if (item.type !== 'url') refuse(409, knowledgeSentences.notAPage)
      // Only a run of the website knows its robots.txt, rate and patterns.
      if (item.sourceId) refuse(409, knowledgeSentences.readWithWebsite)
      return embed(actor, project, item)
    }),

    upload: withoutTransaction(async ({ caller, project, request }) => {
      const scope = { companyId: caller.companyId, projectId: project.id }
      const { name, mime, bucket, key, size } = await receive(app, scope, request, fileRules)
      return { fileName: name, fileMime: mime, s3Bucket: bucket, s3Key: key, size }
    }),

    importFiles: withoutTransaction(({ actor, caller, project, request }) => {
      const scope = { companyId: caller.companyId, projectId: project.id }
      return importFiles(app, scope, request, (draft) =>
        app.db.company(caller.companyId, (sql) => create(sql, actor, project, draft)),
      )
    }),
  })
}

function toSubject({ id, title }: KnowledgeItem) {
  return { kind: 'knowledge' as const, id, name: title }
}

type Content = Omit<NewItem, 'id' | 'companyId' | 'projectId'>

async function toContent(sql: Sql, projectId: string, draft: KnowledgeDraft): Promise<Content> {
  const empty = { customTitle: null, rawText: null, sourceUrl: null, file: null }
  if (draft.type === 'url') return { ...empty, type: 'url', title: draft.url, sourceUrl: draft.url }
  if (draft.type === 'manual') {
    const { title, content } = draft
    return {
      ...empty,
      type: 'manual',
      title: createTitle(content),
      customTitle: title || null,
      rawText: content,
    }
  }
  // The name and type come from the stored upload, not from the request.
  const file = await findUnusedFile(sql, projectId, { bucket: draft.s3Bucket, key: draft.s3Key })
  return file ? { ...empty, type: 'file', title: file.name, file } : refuseUnknownFile()
}

function refuseUnknownFile(): never {
  refuse(400, knowledgeSentences.fileUnknown, 's3Key')
}
