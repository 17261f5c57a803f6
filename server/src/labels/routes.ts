import { labelLimits, labelRoutes, labelSentences } from '@aichat/contracts/labels'
import type { App } from '../app.ts'
import { isId, isUniqueViolation } from '../kit/db/db.ts'
import { newId } from '../kit/db/ids.ts'
import type { Http } from '../kit/http/http.ts'
import { notFound, refuse } from '../kit/http/refusal.ts'
import { serve } from '../kit/http/serve.ts'
import { requireSession } from '../sessions/guard.ts'
import { findSession } from '../sessions/store.ts'
import { broadcastSession } from '../sessions/update-session.ts'
import { requireLabel } from './guard.ts'
import { addLabel, assignLabel, findLabel, listLabels, markLabelForDeletion, updateLabel } from './store.ts'

/** Removes a label that is marked for deletion from its conversations. */
type BeginDeletion = (companyId: string, labelId: string) => Promise<void>

export function mountLabels(http: Http, app: App, beginDeletion: BeginDeletion): void {
  const { db } = app
  serve(http, labelRoutes, { labelId: requireLabel(app), sessionId: requireSession(app) })({
    list: async ({ caller }) => ({ labels: await db.company(caller.companyId, listLabels) }),

    add: async ({ caller, body }) => {
      const label = { id: newId(), ...body }
      const { companyId } = caller
      const isAdded = await db
        .company(companyId, (sql) => addLabel(sql, companyId, label, labelLimits.perCompany))
        .catch(refuseTaken)
      return isAdded ? label : refuse(409, labelSentences.tooMany)
    },

    update: async ({ caller, label, body }) => {
      const changed = { ...label, ...body }
      await db.company(caller.companyId, (sql) => updateLabel(sql, changed)).catch(refuseTaken)
      return changed
    },

    remove: async ({ caller, label }) => {
      await db.company(caller.companyId, (sql) => markLabelForDeletion(sql, label.id))
      await beginDeletion(caller.companyId, label.id)
      return null
    },

    assign: async ({ caller: { companyId }, session: { sessionId }, body: { labelId, isOn } }) => {
      const stored = await db.company(companyId, async (sql) => {
        if (!isId(labelId) || !(await findLabel(sql, labelId))) refuse(400, labelSentences.unknown, 'labelId')
        await assignLabel(sql, { companyId, sessionId, labelId }, isOn)
        return (await findSession(sql, sessionId)) ?? notFound()
      })
      return { session: await broadcastSession(app, stored) }
    },
  })
}

function refuseTaken(error: unknown): never {
  if (isUniqueViolation(error, 'labels_name')) refuse(409, labelSentences.taken, 'name')
  throw error
}
