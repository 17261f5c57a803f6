import type { Label } from '@aichat/contracts/chat/labels'
import { isId } from '../kit/db/db.ts'
import type { Guard } from '../kit/http/serve.ts'
import { findLabel } from './store.ts'

/** Loads the label of :labelId. */
export const requireLabel: Guard<Label> = (sql, { labelId }) =>
  isId(labelId) ? findLabel(sql, labelId) : null
