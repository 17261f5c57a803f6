import type { Label } from '@aichat/contracts/labels'
import type { App } from '../app.ts'
import { isId } from '../kit/db/db.ts'
import type { Guard } from '../kit/http/serve.ts'
import { findLabel } from './store.ts'

/** Loads the label of :labelId. */
export function requireLabel({ db }: Pick<App, 'db'>): Guard<Label> {
  return async (caller, { labelId }) =>
    isId(labelId) ? db.company(caller.companyId, (sql) => findLabel(sql, labelId)) : null
}
