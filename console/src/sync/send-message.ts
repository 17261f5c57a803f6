import type { Attachment } from '@aichat/contracts/chat/attachments'
import { realtimeSentences } from '@aichat/contracts/kit/realtime'
import { useMemo } from 'react'
import { CommandRejectedError, isConnected, sendCommand, whenConnected } from '../kit/http/socket.ts'
import { createId } from '../kit/ids.ts'
import { log } from '../kit/log.ts'
import { useStore } from '../kit/store.ts'
import { createOutbox, type SendResult } from './outbox.ts'
import { sessionCache } from './session-cache.ts'
import type { PendingMessage, Rewrite } from './thread.ts'
import { threadCache } from './thread-cache.ts'

const storageKey = 'outbox'

/** In sessionStorage, so that two tabs do not send the same message. */
export const outbox = createOutbox({ send, load, save })

export function usePendingMessages(sessionId: string): readonly PendingMessage[] {
  const all = useStore(outbox)
  return useMemo(() => all.filter((pending) => pending.sessionId === sessionId), [all, sessionId])
}

type Options = {
  attachments?: readonly Attachment[]
  rewrite?: Rewrite
  /** Called when the server has stored the message, unless it was rejected or deleted before, or the tab reloaded. */
  onStored?: () => void
}

/** Does nothing without text and attachments. */
export function sendMessage(
  sessionId: string,
  text: string,
  { attachments = [], rewrite, onStored }: Options = {},
) {
  const trimmed = text.trim()
  if (!trimmed && attachments.length === 0) return
  const pending: PendingMessage = {
    clientId: createId(),
    sessionId,
    text: trimmed,
    attachments,
    createdAt: new Date().toISOString(),
    rewrite,
    state: 'waiting',
  }
  outbox.add(pending, onStored)
}

async function send(pending: PendingMessage): Promise<SendResult> {
  if (!isConnected()) await whenConnected()
  // Another user may have signed in since, which clears the outbox.
  if (!outbox.get().some(({ clientId }) => clientId === pending.clientId)) return 'unknown'
  try {
    const { message } = await sendCommand('message:send', toCommand(pending))
    threadCache.update(pending.sessionId, { type: 'arrived', message })
    return 'stored'
  } catch (error) {
    // While the service is unavailable, the message waits like one whose answer was lost.
    if (!(error instanceof CommandRejectedError) || error.code === 'not_ready') return 'unknown'
    if (error.code === 'rate_limited' || error.message === realtimeSentences.tooMany) return 'rate-limited'
    log('The server rejected a message', error)
    if (error.code === 'not_found') sessionCache.remove([pending.sessionId])
    return { rejected: error.message }
  }
}

function toCommand({ sessionId, text, attachments = [], clientId, rewrite }: PendingMessage) {
  const session = sessionCache.get(sessionId)
  return {
    sessionId,
    tenantId: session?.tenantId,
    projectId: session?.projectId._id,
    from: 'agent',
    type: 'text',
    text,
    attachments: attachments.map(({ id }) => id),
    clientId,
    ...(rewrite ? { writingAssistant: { enabled: true, ...rewrite } } : {}),
  }
}

function load(): PendingMessage[] {
  try {
    return JSON.parse(sessionStorage.getItem(storageKey) ?? '[]') as PendingMessage[]
  } catch {
    return []
  }
}

function save(all: readonly PendingMessage[]) {
  try {
    sessionStorage.setItem(storageKey, JSON.stringify(all))
  } catch (error) {
    log('Failed to save unsent messages for a reload', error)
  }
}
