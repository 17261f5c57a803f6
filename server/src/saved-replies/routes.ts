import { attachmentSentences } from '@aichat/contracts/chat/attachments'
import { savedReplyLimits, savedReplyRoutes, savedReplySentences } from '@aichat/contracts/chat/saved-replies'
import type { App } from '../app.ts'
import { lockCompany } from '../companies/store.ts'
import { readAttachment, receiveAttachment } from '../files/attachments.ts'
import { findSavedReplyFile, setSavedReplyFiles } from '../files/store.ts'
import { isId, isUniqueViolation, type Sql } from '../kit/db/db.ts'
import { newId } from '../kit/db/ids.ts'
import type { Caller } from '../kit/http/caller.ts'
import type { Http } from '../kit/http/http.ts'
import { notFound, refuse } from '../kit/http/refusal.ts'
import { afterCommit, serve, withoutTransaction } from '../kit/http/serve.ts'
import { requireSavedReply } from './guard.ts'
import {
  addSavedReply,
  findSavedReply,
  listSavedReplies,
  removeSavedReply,
  updateSavedReply,
} from './store.ts'

type Dependencies = Pick<App, 'db' | 'log' | 'settings' | 'storage'>

export function mountSavedReplies(http: Http, app: Dependencies): void {
  serve(http, savedReplyRoutes, { savedReplyId: requireSavedReply })({
    list: async ({ sql }) => ({ savedReplies: await listSavedReplies(sql) }),

    add: async ({ sql, caller, body: { name, text, files } }) => {
      const id = newId()
      await lockCompany(sql)
      const isAdded = await addSavedReply(
        sql,
        caller.companyId,
        { id, name, text },
        savedReplyLimits.maxPerCompany,
      ).catch(refuseTaken)
      if (!isAdded) refuse(409, savedReplySentences.tooMany)
      await saveFiles(sql, caller, id, files)
      return (await findSavedReply(sql, id)) ?? notFound()
    },

    update: async ({ sql, caller, savedReply: { id }, body: { name, text, files } }) => {
      if (!(await updateSavedReply(sql, { id, name, text }).catch(refuseTaken))) notFound()
      await saveFiles(sql, caller, id, files)
      return (await findSavedReply(sql, id)) ?? notFound()
    },

    remove: async ({ sql, savedReply }) => {
      await removeSavedReply(sql, savedReply.id)
      return null
    },

    attach: withoutTransaction(({ caller: { companyId, userId }, request }) =>
      receiveAttachment(app, { companyId, projectId: null, owner: { userId } }, request),
    ),

    file: async ({ sql, savedReply, params: { fileId } }) => {
      const file = isId(fileId) ? await findSavedReplyFile(sql, fileId, savedReply.id) : null
      return afterCommit(() => readAttachment(app, file))
    },
  })
}

/** Replaces the files of a saved reply; undefined keeps them. */
async function saveFiles(
  sql: Sql,
  { userId }: Caller,
  id: string,
  files: string[] | undefined,
): Promise<void> {
  if (!files) return
  const ids = [...new Set(files)]
  const areValid = ids.every(isId) && (await setSavedReplyFiles(sql, id, userId, ids))
  if (!areValid) refuse(400, attachmentSentences.fileUnknown, 'files')
}

function refuseTaken(error: unknown): never {
  if (isUniqueViolation(error, 'saved_replies_name')) refuse(409, savedReplySentences.taken, 'name')
  throw error
}
