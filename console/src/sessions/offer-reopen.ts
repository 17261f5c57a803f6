import { sessionRoutes } from '@aichat/contracts/sessions'
import { api } from '../kit/api.ts'
import { log } from '../kit/log.ts'
import { toast } from '../ui/toasts.ts'
import { keepSession } from './store.ts'

const calls = api(sessionRoutes)

/** Says that a conversation was closed, and offers to take that back. */
export function offerReopen(sessionId: string) {
  toast('Conversation closed', { action: { label: 'Undo', onPress: () => reopen(sessionId) } })
}

async function reopen(sessionId: string) {
  try {
    const { session } = await calls.status({ params: { sessionId }, body: { status: 'active' } })
    keepSession(session)
  } catch (error) {
    log('The conversation was not reopened', error)
  }
}
