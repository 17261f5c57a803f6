import { sessionRoutes } from '@aichat/contracts/sessions'
import { api } from '../kit/api.ts'
import { log } from '../kit/log.ts'
import { sendCommand } from '../kit/socket.ts'
import { getOpenSessionId } from './open-session.ts'
import { sessionCache } from './session-cache.ts'

const calls = api(sessionRoutes)
/** The last request of each conversation. The next one waits for it, so that the last choice wins. */
const queues = new Map<string, Promise<unknown>>()
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

/** A conversation that is open in a hidden tab is marked as read when the tab becomes visible. */
export function markReadWhenVisible(sessionId: string) {
  if (getOpenSessionId() !== sessionId) return
  if (document.visibilityState === 'visible') void markRead(sessionId)
  else {
    const retry = () => markReadWhenVisible(sessionId)
    document.addEventListener('visibilitychange', retry, { once: true })
  }
}

/** Repeats a request that failed because the connection was lost. */
export function retryMarkRead(sessionId: string) {
  if (unconfirmed.has(sessionId)) markReadWhenVisible(sessionId)
}

async function setReadState(sessionId: string, state: 'read' | 'unread') {
  const previous = queues.get(sessionId) ?? Promise.resolve()
  // The caller of the previous request handles its failure.
  const request = previous.catch(() => {}).then(() => calls[state]({ params: { sessionId } }))
  queues.set(sessionId, request)
  const { session } = await request
  unconfirmed.delete(sessionId)
  sessionCache.set(session)
  const notice = { sessionId, unreadCountAgent: session.unreadCountAgent }
  await sendCommand('session:patched', notice).catch((error) =>
    log('Failed to notify colleagues of the read state', error),
  )
}
