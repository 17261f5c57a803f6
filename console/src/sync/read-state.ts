import { sessionRoutes } from '@aichat/contracts/sessions'
import { api } from '../kit/api.ts'
import { log } from '../kit/log.ts'
import { sendCommand } from '../kit/socket.ts'
import { getOpenSessionId } from './open-session.ts'
import { sessionCache } from './session-cache.ts'

const calls = api(sessionRoutes)
type ReadState = 'read' | 'unread'
type QueuedRequest = { state: ReadState; isSent: boolean; response: Promise<void> }

/** The last request of each conversation. The next one waits for it, so that the last choice wins. */
const lastRequests = new Map<string, QueuedRequest>()
/** Conversations with new messages in a hidden tab. */
const readWhenVisible = new Set<string>()
/** Conversations that were read while the server could not be reached. */
const unconfirmed = new Set<string>()

export async function markRead(sessionId: string) {
  sessionCache.patch(sessionId, { unreadCountAgent: 0 })
  try {
    await setReadState(sessionId, 'read')
  } catch (error) {
    log('Failed to mark the conversation as read', error)
    unconfirmed.add(sessionId)
  }
  await sessionCache.reloadUnread()
}

/** @throws ApiError */
export async function markUnread(sessionId: string) {
  await setReadState(sessionId, 'unread')
  await sessionCache.reloadUnread()
}

/** A conversation that is open in a hidden tab is marked as read once, when the tab becomes visible. */
export function markReadWhenVisible(sessionId: string) {
  if (getOpenSessionId() !== sessionId) return
  if (document.visibilityState === 'visible') void markRead(sessionId)
  else {
    readWhenVisible.add(sessionId)
    document.addEventListener('visibilitychange', markWaitingRead, { once: true })
  }
}

function markWaitingRead() {
  const waiting = [...readWhenVisible]
  readWhenVisible.clear()
  for (const sessionId of waiting) markReadWhenVisible(sessionId)
}

/** Repeats a request that failed because the connection was lost. */
export function retryMarkRead(sessionId: string) {
  if (unconfirmed.has(sessionId)) markReadWhenVisible(sessionId)
}

/** A request that has not been sent yet serves all callers that want the same state. */
function setReadState(sessionId: string, state: ReadState): Promise<void> {
  const last = lastRequests.get(sessionId)
  if (last && !last.isSent && last.state === state) return last.response
  const next: QueuedRequest = { state, isSent: false, response: Promise.resolve() }
  // The caller of the previous request handles its failure.
  next.response = (last?.response ?? Promise.resolve())
    .catch(() => {})
    .then(() => {
      next.isSent = true
      return sendReadState(sessionId, state)
    })
  lastRequests.set(sessionId, next)
  return next.response
}

async function sendReadState(sessionId: string, state: ReadState) {
  const { session } = await calls[state]({ params: { sessionId } })
  unconfirmed.delete(sessionId)
  sessionCache.set(session)
  const notice = { sessionId, unreadCountAgent: session.unreadCountAgent }
  void sendCommand('session:patched', notice).catch((error) =>
    log('Failed to notify colleagues of the read state', error),
  )
}
