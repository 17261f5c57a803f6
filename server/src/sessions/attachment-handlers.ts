import { attachmentSentences } from '@aichat/contracts/chat/attachments'
import type { App } from '../app.ts'
import { readAttachment, receiveAttachment, toAttachment } from '../files/attachments.ts'
import { copyFile } from '../files/copy.ts'
import { findAttachment, findSavedReplyFile } from '../files/store.ts'
import { isId } from '../kit/db/db.ts'
import type { Caller } from '../kit/http/caller.ts'
import { refuse } from '../kit/http/refusal.ts'
import { afterCommit, withoutTransaction } from '../kit/http/serve.ts'
import type { StoredSession } from './session-fields.ts'
import type { SessionHandlers } from './types.ts'

type AttachmentHandlers = Pick<SessionHandlers, 'attach' | 'attachSaved' | 'attachment'>

/** Handlers of the files that members send in a conversation. */
export function createAttachmentHandlers(
  app: Pick<App, 'db' | 'log' | 'settings' | 'storage'>,
): AttachmentHandlers {
  return {
    attach: withoutTransaction(({ caller, session, request }) =>
      receiveAttachment(app, uploadScope(caller, session), request),
    ),

    attachSaved: async ({ sql, caller, session, body: { fileId } }) => {
      const file = isId(fileId) ? await findSavedReplyFile(sql, fileId) : null
      if (!file) refuse(400, attachmentSentences.fileUnknown, 'fileId')
      return afterCommit(async () => toAttachment(await copyFile(app, uploadScope(caller, session), file)))
    },

    attachment: async ({ sql, session, params: { attachmentId } }) => {
      const file = isId(attachmentId) ? await findAttachment(sql, session.sessionId, attachmentId) : null
      return afterCommit(() => readAttachment(app, file))
    },
  }
}

/** An upload belongs to its member and conversation until a message carries it. */
function uploadScope({ companyId, userId }: Caller, { sessionId, projectId }: StoredSession) {
  return { companyId, projectId: projectId._id, owner: { sessionId, userId } }
}
