import { createStore } from '../kit/store.ts'
import type { Pending } from './thread.ts'

export type Outcome = 'stored' | 'unknown' | 'slow-down' | { refused: string }

type Options = {
  /** Sends one message. 'unknown' means that nobody can say whether it arrived: it is sent again. */
  send: (pending: Pending) => Promise<Outcome>
  load: () => Pending[]
  keep: (all: readonly Pending[]) => void
  wait?: (milliseconds: number) => Promise<void>
}

const pauseAfterUnknown = 2000
const pauseAfterSlowDown = 1200

/**
 * What has been written but not confirmed. Each conversation sends one message at a time, in order, always with the
 * clientId it was written with, so a repeated send is the same message.
 */
export function createOutbox({ send, load, keep, wait = pause }: Options) {
  const store = createStore<readonly Pending[]>(load())
  const running = new Set<string>()

  function change(next: readonly Pending[]) {
    keep(next)
    store.set(next)
  }

  function update(clientId: string, patch: Partial<Pending>) {
    change(store.get().map((one) => (one.clientId === clientId ? { ...one, ...patch } : one)))
  }

  function remove(clientId: string) {
    const left = store.get().filter((one) => one.clientId !== clientId)
    if (left.length < store.get().length) change(left)
  }

  async function run(sessionId: string) {
    if (running.has(sessionId)) return
    running.add(sessionId)
    try {
      for (;;) {
        const next = store.get().find((one) => one.sessionId === sessionId && one.state === 'waiting')
        if (!next) return
        const outcome = await send(next)
        if (outcome === 'stored') remove(next.clientId)
        else if (outcome === 'slow-down') await wait(pauseAfterSlowDown)
        else if (outcome === 'unknown') await wait(pauseAfterUnknown)
        else update(next.clientId, { state: 'failed', problem: outcome.refused })
      }
    } finally {
      running.delete(sessionId)
    }
  }

  function resume() {
    for (const { sessionId } of store.get()) run(sessionId)
  }

  return {
    add(pending: Pending) {
      change([...store.get(), pending])
      run(pending.sessionId)
    },
    /** Sends again what failed, as the same message. */
    retry(clientId: string) {
      update(clientId, { state: 'waiting', problem: undefined })
      resume()
    },
    remove,
    clear: () => change([]),
    /** Sends what waits: after a reload and after a reconnect. */
    resume,
    get: store.get,
    subscribe: store.subscribe,
  }
}

function pause(milliseconds: number) {
  return new Promise<void>((resolve) => setTimeout(resolve, milliseconds))
}
