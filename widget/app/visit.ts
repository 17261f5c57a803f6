import type { HostPage } from '../protocol.ts'
import { type Start, startVisitor } from './api.ts'
import { begin, merge } from './log.ts'
import type { Store } from './store.ts'
import { readMark, type Stored } from './visitor-preferences.ts'

/** Makes this visitor known to the server, however long it takes to be reached. */
export async function beginVisit(
  publicKey: string,
  page: HostPage,
  identity: string,
  store: Store,
  stored: Stored,
): Promise<Start> {
  for (let attempt = 0; ; attempt++) {
    try {
      // Two tabs that open at once are one visitor: the second finds the first one's token.
      return await oneTabAtATime(`aichat:${publicKey}`, async () => {
        const start = await startVisitor(publicKey, stored.visitor.read('token'), identity, page)
        stored.visitor.write('token', start.visitorToken)
        takeStart(store, stored, start)
        return start
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
    readSeq: readMark(stored.visitor, 'read', sessionId),
    clearedSeq: readMark(stored.visitor, 'cleared', sessionId),
  })
}

/** Browsers may deny locks to a frame on another site; what is then done without one is still done once a tab. */
async function oneTabAtATime<Result>(name: string, work: () => Promise<Result>): Promise<Result> {
  let isRunning = false
  try {
    return await navigator.locks.request(name, () => {
      isRunning = true
      return work()
    })
  } catch (error) {
    if (isRunning) throw error
    return work()
  }
}
