import { createStore } from '../kit/store.ts'
import type { PendingMessage } from './thread.ts'

/** `unknown`: the message may or may not have been stored, so it is sent again. */
export type SendResult = 'stored' | 'unknown' | 'rate-limited' | { rejected: string }

type Options = {
  send: (pending: PendingMessage) => Promise<SendResult>
  load: () => PendingMessage[]
  save: (all: readonly PendingMessage[]) => void
  wait?: (delayMs: number) => Promise<void>
}

export type Outbox = ReturnType<typeof createOutbox>

const unknownRetryDelayMs = 2000
const rateLimitRetryDelayMs = 1200

/**
 * Messages that the server has not confirmed. Each conversation sends one at a time, in order. A message keeps its
 * clientId, so the server recognizes a repeated send.
 */
export function createOutbox({ send, load, save, wait = delay }: Options) {
  const store = createStore<readonly PendingMessage[]>(load())
  const sending = new Set<string>()
  /** By clientId. */
  const storedCallbacks = new Map<string, () => void>()

  function set(next: readonly PendingMessage[]) {
    save(next)
    store.set(next)
  }

  function update(clientId: string, patch: Partial<PendingMessage>) {
    set(store.get().map((one) => (one.clientId === clientId ? { ...one, ...patch } : one)))
  }

  function remove(clientId: string) {
    storedCallbacks.delete(clientId)
    const left = store.get().filter((one) => one.clientId !== clientId)
    if (left.length < store.get().length) set(left)
  }

  function confirm(clientId: string) {
    const onStored = storedCallbacks.get(clientId)
    remove(clientId)
    onStored?.()
  }

  function fail(clientId: string, error: string) {
    storedCallbacks.delete(clientId)
    update(clientId, { state: 'failed', error })
  }

  async function sendAll(sessionId: string) {
    if (sending.has(sessionId)) return
    sending.add(sessionId)
    try {
      for (;;) {
        const next = store.get().find((one) => one.sessionId === sessionId && one.state === 'waiting')
        if (!next) return
        const result = await send(next)
        if (result === 'stored') confirm(next.clientId)
        else if (result === 'rate-limited') await wait(rateLimitRetryDelayMs)
        else if (result === 'unknown') await wait(unknownRetryDelayMs)
        else fail(next.clientId, result.rejected)
      }
    } finally {
      sending.delete(sessionId)
    }
  }

  /** Sends the waiting messages, for example after a reload or a reconnect. */
  function resume() {
    for (const { sessionId } of store.get()) void sendAll(sessionId)
  }

  return {
    get: store.get,
    subscribe: store.subscribe,
    /** `onStored` is called once, unless the message is rejected or removed before. */
    add(pending: PendingMessage, onStored?: () => void) {
      if (onStored) storedCallbacks.set(pending.clientId, onStored)
      set([...store.get(), pending])
      void sendAll(pending.sessionId)
    },
    retry(clientId: string) {
      update(clientId, { state: 'waiting', error: undefined })
      resume()
    },
    /** The server has stored the message: its answer or its event has arrived. */
    confirm,
    remove,
    clear() {
      storedCallbacks.clear()
      set([])
    },
    resume,
  }
}

function delay(delayMs: number) {
  return new Promise<void>((resolve) => setTimeout(resolve, delayMs))
}
