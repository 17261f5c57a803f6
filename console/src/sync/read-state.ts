import { sessionRoutes } from '@aichat/contracts/chat/sessions'
import { api } from '../kit/http/api.ts'
import { sendCommand } from '../kit/http/socket.ts'
import { log } from '../kit/log.ts'
import { getOpenSessionId } from './open-session.ts'
import { sessionCache } from './session-cache.ts'

const calls = api(sessionRoutes)
type State = 'read' | 'unread'
type QueuedRequest = { state: State; isSent: boolean; response: Promise<void> }

export type ReadState = ReturnType<typeof createReadState>

/** Marks conversations as read or unread. */
export function createReadState() {
  /** Conversations that were read while the server could not be reached. */
  const unconfirmed = new Set<string>()
  const request = createRequestQueue(async (sessionId, state) => {
    await sendReadState(sessionId, state)
    unconfirmed.delete(sessionId)
  })

  async function markRead(sessionId: string) {
    sessionCache.patch(sessionId, { unreadCountAgent: 0 })
    try {
      await request(sessionId, 'read')
    } catch (error) {
      log('Failed to mark the conversation as read', error)
      unconfirmed.add(sessionId)
    }
    await sessionCache.reloadUnread()
  }

  const markReadWhenVisible = createVisibleReading(markRead)

  return {
    markRead,
    /** @throws ApiError */
    async markUnread(sessionId: string) {
      await request(sessionId, 'unread')
      await sessionCache.reloadUnread()
    },
    markReadWhenVisible,
    /** Repeats a request that failed because the connection was lost. */
    retryMarkRead(sessionId: string) {
      if (unconfirmed.has(sessionId)) markReadWhenVisible(sessionId)
    },
  }
}

/** A conversation that is open in a hidden tab is marked as read once, when the tab becomes visible. */
function createVisibleReading(markRead: (sessionId: string) => Promise<void>) {
  /** Conversations with new messages in a hidden tab. */
  const waiting = new Set<string>()

  function markReadWhenVisible(sessionId: string) {
    if (getOpenSessionId() !== sessionId) return
    if (document.visibilityState === 'visible') void markRead(sessionId)
    else {
      waiting.add(sessionId)
      document.addEventListener('visibilitychange', markWaitingRead, { once: true })
    }
  }

  function markWaitingRead() {
    const sessionIds = [...waiting]
    waiting.clear()
    for (const sessionId of sessionIds) markReadWhenVisible(sessionId)
  }

  return markReadWhenVisible
}

/** Sends the requests of a conversation one after the other, so that the last choice wins. */
function createRequestQueue(send: (sessionId: string, state: State) => Promise<void>) {
  /** The last request of each conversation. */
  const lastRequests = new Map<string, QueuedRequest>()

  /** A request that has not been sent yet serves all callers that want the same state. */
  return (sessionId: string, state: State): Promise<void> => {
    const last = lastRequests.get(sessionId)
    if (last && !last.isSent && last.state === state) return last.response
    const next: QueuedRequest = { state, isSent: false, response: Promise.resolve() }
    // The caller of the previous request handles its failure.
    next.response = (last?.response ?? Promise.resolve())
      .catch(() => {})
      .then(() => {
        next.isSent = true
        return send(sessionId, state)
      })
    lastRequests.set(sessionId, next)
    return next.response
  }
}

async function sendReadState(sessionId: string, state: State) {
  const { session } = await calls[state]({ params: { sessionId } })
  sessionCache.set(session)
  const notice = { sessionId, unreadCountAgent: session.unreadCountAgent }
  void sendCommand('session:patched', notice).catch((error) =>
    log('Failed to notify colleagues of the read state', error),
  )
}
