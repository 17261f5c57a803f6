import type { HostPage } from '../protocol.ts'
import { startVisitor, type VisitorStart } from './api.ts'
import { merge, startLog } from './log.ts'
import type { Store } from './store.ts'
import { readSeqMark, type VisitorStorage } from './visitor-storage.ts'

/** Identifies the visitor to the server, and retries until the server responds. Returns null if the chat has been deleted. */
export async function startVisit(
  publicKey: string,
  page: HostPage,
  identity: string,
  store: Store,
  storage: VisitorStorage,
): Promise<VisitorStart | null> {
  for (let attempt = 0; ; attempt++) {
    try {
      // Two tabs that open at the same time are one visitor: the second uses the first one's token.
      return await withTabLock(`aichat:${publicKey}`, async () => {
        const start = await startVisitor(publicKey, storage.visitor.read('token'), identity, page)
        if (!start) return null
        storage.visitor.write('token', start.visitorToken)
        applyStart(store, storage, start)
        return start
      })
    } catch {
      store.update({ isConnected: false })
      await new Promise((resolve) => setTimeout(resolve, Math.min(1000 * 2 ** attempt, 10_000)))
    }
  }
}

function applyStart(store: Store, storage: VisitorStorage, { isReturning, session, messages }: VisitorStart) {
  const { log } = store.getState()
  const sessionId = session?.sessionId ?? null
  store.update({
    isStarted: true,
    isConnected: true,
    isReturning,
    session,
    log:
      sessionId && sessionId === log.sessionId
        ? merge(log, messages)
        : startLog(log, sessionId, messages, (messages[0]?.seq ?? 1) - 1),
    readSeq: readSeqMark(storage.visitor, 'read', sessionId),
    clearedSeq: readSeqMark(storage.visitor, 'cleared', sessionId),
  })
}

/** Browsers may deny locks to a cross-site frame. The work then runs without one. */
async function withTabLock<Result>(name: string, work: () => Promise<Result>): Promise<Result> {
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
