import { getRefusal } from '../connection/failure.ts'
import { readMessage, readSession } from '../connection/shapes.ts'
import { words } from '../kit/words.ts'
import type { ChatContext } from './chat-context.ts'
import { hasGap, merge, type Pending, removePending, setRefusal, startLog } from './log.ts'
import type { Delivery } from './outbox.ts'
import type { Store } from './store.ts'

/** Sends one pending message. The outbox decides by the result whether and when to repeat it. */
export async function deliverMessage(context: ChatContext, pending: Pending): Promise<Delivery> {
  const { connection, store } = context
  const { clientId, text, attachments } = pending
  if (!connection) return 'held'
  const answer = await connection.request('message:send', {
    text,
    clientId,
    ...(attachments.length > 0 ? { attachments: attachments.map(({ id }) => id) } : {}),
  })
  if (answer.kind === 'offline') return 'held'
  if (answer.kind === 'unanswered') return 'slower'
  if (answer.kind === 'done') {
    applySentMessage(context, answer.data.message, answer.data.session)
    store.update({ log: removePending(store.getState().log, clientId) })
    return 'sent'
  }
  if (answer.code === 'rate_limited' || answer.code === 'not_ready') return 'slower'
  if (answer.code === 'unexpected' || answer.code === '') return 'later'
  if (answer.code === 'prechat_required') {
    store.update({ isFormRequired: true })
    return 'held'
  }
  setMessageRefusal(store, clientId, getRefusal(answer.code, words.tooManyTries))
  return 'refused'
}

/** With null the message is pending again. */
export function setMessageRefusal(store: Store, clientId: string, refusal: string | null) {
  store.update({ log: setRefusal(store.getState().log, clientId, refusal) })
}

/** Applies an acknowledgement. The server decides to which conversation the message belongs. */
export function applySentMessage({ store, catchUp }: ChatContext, sent: unknown, sessionData: unknown) {
  const message = readMessage(sent)
  const session = readSession(sessionData)
  if (session) store.update({ session })
  if (!message) {
    catchUp.schedule()
    return
  }
  const { log } = store.getState()
  if (log.sessionId !== null && message.sessionId !== log.sessionId) {
    store.update({ log: startLog(log, message.sessionId, [], 0), readSeq: 0 })
  }
  store.setLog(merge(store.getState().log, [message]))
  if (hasGap(store.getState().log)) catchUp.schedule()
}
