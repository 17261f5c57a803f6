import { attachmentSentences } from '@aichat/contracts/attachments'
import {
  type SavedReply,
  savedReplyLimits,
  savedReplyRoutes,
  savedReplySentences,
} from '@aichat/contracts/saved-replies'
import type { App } from '../app.ts'
import { readAttachment, receiveAttachment } from '../files/attachments.ts'
import { findSavedReplyFile, setSavedReplyFiles } from '../files/store.ts'
import { isId, isUniqueViolation, type Sql } from '../kit/db/db.ts'
import { newId } from '../kit/db/ids.ts'
import type { Caller } from '../kit/http/caller.ts'
import type { Http } from '../kit/http/http.ts'
import { notFound, refuse } from '../kit/http/refusal.ts'
import { serve } from '../kit/http/serve.ts'
import { requireSavedReply } from './guard.ts'
import {
  addSavedReply,
  findSavedReply,
  listSavedReplies,
  removeSavedReply,
  updateSavedReply,
} from './store.ts'

type Draft = { name: string; text: string; files?: string[] }

export function mountSavedReplies(http: Http, app: App): void {
  const { db } = app
  serve(http, savedReplyRoutes, { savedReplyId: requireSavedReply(app) })({
    list: async ({ caller }) => ({ savedReplies: await db.company(caller.companyId, listSavedReplies) }),

    add: ({ caller, body }) =>
      saveReply(app, caller, newId(), body, async (sql, reply) => {
        const isAdded = await addSavedReply(sql, caller.companyId, reply, savedReplyLimits.perCompany)
        if (!isAdded) refuse(409, savedReplySentences.tooMany)
      }),

    update: ({ caller, savedReply, body }) =>
      saveReply(app, caller, savedReply.id, body, async (sql, reply) => {
        if (!(await updateSavedReply(sql, reply))) notFound()
      }),

    remove: async ({ caller, savedReply }) => {
      await db.company(caller.companyId, (sql) => removeSavedReply(sql, savedReply.id))
      return null
    },

    attach: ({ caller: { companyId, userId }, request }) =>
      receiveAttachment(app, { companyId, projectId: null, owner: { userId } }, request),

    file: async ({ caller, savedReply, params: { fileId } }) =>
      readAttachment(
        app,
        isId(fileId)
          ? await db.company(caller.companyId, (sql) => findSavedReplyFile(sql, fileId, savedReply.id))
          : null,
      ),
  })
}

/** Stores text and files in one transaction. */
async function saveReply(
  { db }: Pick<App, 'db'>,
  { companyId, userId }: Caller,
  id: string,
  { name, text, files }: Draft,
  store: (sql: Sql, reply: { id: string; name: string; text: string }) => Promise<void>,
): Promise<SavedReply> {
  const written = await db
    .company(companyId, async (sql) => {
      await store(sql, { id, name, text })
      const ids = files && [...new Set(files)]
      const areFilesValid = !ids || (ids.every(isId) && (await setSavedReplyFiles(sql, id, userId, ids)))
      if (!areFilesValid) refuse(400, attachmentSentences.fileUnknown, 'files')
      return findSavedReply(sql, id)
    })
    .catch((error) => {
      if (isUniqueViolation(error, 'saved_replies_name')) refuse(409, savedReplySentences.taken, 'name')
      throw error
    })
  return written ?? notFound()
}
