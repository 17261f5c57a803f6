import type { HostPage } from '../protocol.ts'
import { type Start, startVisitor } from './api.ts'
import { begin, merge } from './log.ts'
import { readReadSeq, type Stored } from './remembered.ts'
import type { Store } from './store.ts'

/** Makes this visitor known to the server, however long it takes to be reached. */
export async function beginVisit(publicKey: string, page: HostPage, store: Store, stored: Stored) {
  for (let attempt = 0; ; attempt++) {
    try {
      // Two tabs that open at once are one visitor: the second finds the first one's token.
      return await oneTabAtATime(`aichat:${publicKey}`, async () => {
        const start = await startVisitor(publicKey, stored.visitor.read('token'), page)
        stored.visitor.write('token', start.visitorToken)
        takeStart(store, stored, start)
      })
    } catch {
      store.change({ isConnected: false })
      await new Promise((resolve) => setTimeout(resolve, Math.min(1000 * 2 ** attempt, 10_000)))
    }
  }
}

function takeStart(store: Store, stored: Stored, { isReturning, session, messages }: Start) {
  const { log } = store.read()
  const sessionId = session?.sessionId ?? null
  store.change({
    isStarted: true,
    isConnected: true,
    isReturning,
    session,
    log:
      sessionId && sessionId === log.sessionId
        ? merge(log, messages)
        : begin(log, sessionId, messages, (messages[0]?.seq ?? 1) - 1),
    readSeq: readReadSeq(stored.visitor, sessionId),
  })
}

/** Browsers may deny locks to a frame on another site; what is then done without one is still done once a tab. */
async function oneTabAtATime(name: string, work: () => Promise<void>) {
  let isRunning = false
  try {
    await navigator.locks.request(name, () => {
      isRunning = true
      return work()
    })
  } catch (error) {
    if (isRunning) throw error
    await work()
  }
}
