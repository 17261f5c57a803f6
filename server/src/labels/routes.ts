import { labelLimits, labelRoutes, labelSentences } from '@aichat/contracts/chat/labels'
import type { App } from '../app.ts'
import { lockCompany } from '../companies/store.ts'
import { isId, isUniqueViolation } from '../kit/db/db.ts'
import { newId } from '../kit/db/ids.ts'
import type { Http } from '../kit/http/http.ts'
import { notFound, refuse } from '../kit/http/refusal.ts'
import { afterCommit, serve } from '../kit/http/serve.ts'
import type { Deletions } from '../kit/jobs/deletions.ts'
import { requireSession } from '../sessions/guard.ts'
import { findSession } from '../sessions/store.ts'
import { broadcastSession } from '../sessions/update-session.ts'
import { requireLabel } from './guard.ts'
import { addLabel, assignLabel, findLabel, listLabels, markLabelForDeletion, updateLabel } from './store.ts'

type Dependencies = Pick<App, 'presence' | 'realtime'> & { deletions: Pick<Deletions<'label'>, 'begin'> }

export function mountLabels(http: Http, dependencies: Dependencies): void {
  serve(http, labelRoutes, { labelId: requireLabel, sessionId: requireSession })({
    list: async ({ sql }) => ({ labels: await listLabels(sql) }),

    add: async ({ sql, caller, body }) => {
      const label = { id: newId(), ...body }
      await lockCompany(sql)
      const isAdded = await addLabel(sql, caller.companyId, label, labelLimits.maxPerCompany).catch(
        refuseTaken,
      )
      return isAdded ? label : refuse(409, labelSentences.tooMany)
    },

    update: async ({ sql, label, body }) => {
      const changed = { ...label, ...body }
      await updateLabel(sql, changed).catch(refuseTaken)
      return changed
    },

    remove: async ({ sql, caller, label }) => {
      await markLabelForDeletion(sql, label.id)
      return afterCommit(async () => {
        await dependencies.deletions.begin('label', caller.companyId, label.id)
        return null
      })
    },

    assign: async ({ sql, caller, session: { sessionId }, body: { labelId, isOn } }) => {
      if (!isId(labelId) || !(await findLabel(sql, labelId))) refuse(400, labelSentences.unknown, 'labelId')
      await assignLabel(sql, { companyId: caller.companyId, sessionId, labelId }, isOn)
      const stored = (await findSession(sql, sessionId)) ?? notFound()
      return afterCommit(async () => ({ session: await broadcastSession(dependencies, stored) }))
    },
  })
}

function refuseTaken(error: unknown): never {
  if (isUniqueViolation(error, 'labels_name')) refuse(409, labelSentences.taken, 'name')
  throw error
}
