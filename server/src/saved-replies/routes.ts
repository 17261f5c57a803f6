import { savedReplyLimits, savedReplyRoutes, savedReplySentences } from '@aichat/contracts/saved-replies'
import type { App } from '../app.ts'
import { isUniqueViolation } from '../kit/db.ts'
import { refuse } from '../kit/errors.ts'
import type { Http } from '../kit/http.ts'
import { newId } from '../kit/ids.ts'
import { serve } from '../kit/serve.ts'
import { savedReplyDoor } from './find.ts'
import { addSavedReply, changeSavedReply, listSavedReplies, removeSavedReply } from './store.ts'

export function mountSavedReplies(http: Http, app: App): void {
  const { db } = app
  serve(http, savedReplyRoutes, { savedReplyId: savedReplyDoor(app) })({
    list: async ({ caller }) => ({ savedReplies: await db.company(caller.companyId, listSavedReplies) }),

    add: async ({ caller, body }) => {
      const reply = { id: newId(), ...body }
      const { companyId } = caller
      const isAdded = await db
        .company(companyId, (sql) => addSavedReply(sql, companyId, reply, savedReplyLimits.perCompany))
        .catch(refuseTaken)
      return isAdded ? reply : refuse(409, savedReplySentences.tooMany)
    },

    update: async ({ caller, savedReply, body }) => {
      const changed = { ...savedReply, ...body }
      await db.company(caller.companyId, (sql) => changeSavedReply(sql, changed)).catch(refuseTaken)
      return changed
    },

    remove: async ({ caller, savedReply }) => {
      await db.company(caller.companyId, (sql) => removeSavedReply(sql, savedReply.id))
      return null
    },
  })
}

function refuseTaken(error: unknown): never {
  if (isUniqueViolation(error, 'saved_replies_name')) refuse(409, savedReplySentences.taken, 'name')
  throw error
}
