import type { Attachment } from '@aichat/contracts/attachments'
import { realtimeSentences } from '@aichat/contracts/realtime'
import { useMemo } from 'react'
import { createId } from '../kit/ids.ts'
import { log } from '../kit/log.ts'
import { CommandRejectedError, isConnected, sendCommand, whenConnected } from '../kit/socket.ts'
import { useStore } from '../kit/store.ts'
import { createOutbox, type Outcome } from './outbox.ts'
import { changeThread, knownSession } from './session-cache.ts'
import type { Pending, Writing } from './thread.ts'

const storageKey = 'outbox'

/** Per tab: two tabs must not send the same words twice in their own names. */
export const outbox = createOutbox({ send, load, keep })

export function usePending(sessionId: string): readonly Pending[] {
  const all = useStore(outbox)
  return useMemo(() => all.filter((pending) => pending.sessionId === sessionId), [all, sessionId])
}

/** Blank text without a file sends nothing. */
export function sendMessage(
  sessionId: string,
  text: string,
  { attachments = [], writing }: { attachments?: readonly Attachment[]; writing?: Writing } = {},
) {
  const trimmed = text.trim()
  if (!trimmed && attachments.length === 0) return
  outbox.add({
    clientId: createId(),
    sessionId,
    text: trimmed,
    attachments,
    createdAt: new Date().toISOString(),
    writing,
    state: 'waiting',
  })
}

async function send({ sessionId, text, attachments = [], clientId, writing }: Pending): Promise<Outcome> {
  if (!isConnected()) await whenConnected()
  // Whoever is connected now may be somebody else.
  if (!outbox.get().some((pending) => pending.clientId === clientId)) return 'unknown'
  const session = knownSession(sessionId)
  try {
    const { message } = await sendCommand('message:send', {
      sessionId,
      tenantId: session?.tenantId,
      projectId: session?.projectId._id,
      from: 'agent',
      type: 'text',
      text,
      attachments: attachments.map(({ id }) => id),
      clientId,
      ...(writing ? { writingAssistant: { enabled: true, ...writing } } : {}),
    })
    changeThread(sessionId, { type: 'arrived', message })
    return 'stored'
  } catch (error) {
    if (!(error instanceof CommandRejectedError)) return 'unknown'
    if (error.code === 'rate_limited' || error.message === realtimeSentences.tooMany) return 'slow-down'
    log('A message was refused', error)
    return { refused: error.message }
  }
}

function load(): Pending[] {
  try {
    return JSON.parse(sessionStorage.getItem(storageKey) ?? '[]') as Pending[]
  } catch {
    return []
  }
}

function keep(all: readonly Pending[]) {
  try {
    sessionStorage.setItem(storageKey, JSON.stringify(all))
  } catch (error) {
    log('Unsent messages will not survive a reload', error)
  }
}
