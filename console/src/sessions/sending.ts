import { realtimeSentences } from '@aichat/contracts/realtime'
import { useSyncExternalStore } from 'react'
import { newId } from '../kit/ids.ts'
import { log } from '../kit/log.ts'
import { AskRefused, ask, isConnected, whenConnected } from '../kit/socket.ts'
import { createOutbox, type Outcome } from './outbox.ts'
import { changeThread, knownSession } from './store.ts'
import type { Pending } from './thread.ts'

const storageKey = 'outbox'

/** Per tab: two tabs must not send the same words twice in their own names. */
export const outbox = createOutbox({ send, load, keep })

export function usePending(sessionId: string): readonly Pending[] {
  const all = useSyncExternalStore(outbox.subscribe, outbox.current)
  return all.filter((pending) => pending.sessionId === sessionId)
}

/** Blank text sends nothing. */
export function sendText(sessionId: string, text: string) {
  const trimmed = text.trim()
  if (!trimmed) return
  outbox.add({
    clientId: newId(),
    sessionId,
    text: trimmed,
    createdAt: new Date().toISOString(),
    state: 'waiting',
  })
}

async function send({ sessionId, text, clientId }: Pending): Promise<Outcome> {
  if (!isConnected()) await whenConnected()
  const session = knownSession(sessionId)
  try {
    const { message } = await ask('message:send', {
      sessionId,
      tenantId: session?.tenantId,
      projectId: session?.projectId._id,
      from: 'agent',
      type: 'text',
      text,
      clientId,
    })
    changeThread(sessionId, { type: 'arrived', message })
    return 'stored'
  } catch (error) {
    if (!(error instanceof AskRefused)) return 'unknown'
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
