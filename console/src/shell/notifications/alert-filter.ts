import type { Message } from '@aichat/contracts/chat/messages'
import { sessionLimits } from '@aichat/contracts/chat/sessions'
import { createDuplicateFilter } from '../../sync/events/duplicate-filter.ts'

/**
 * True for each message of a visitor once. The server publishes a message again when its mark "pending" is added or removed,
 * which is nothing new.
 */
export function createAlertFilter(): (message: Message) => boolean {
  const isNew = createDuplicateFilter(sessionLimits.recentMessageKeys)
  return ({ from, meta, _id }) => from === 'visitor' && meta.pending === undefined && isNew(_id)
}
