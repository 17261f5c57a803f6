import type { VisitorStart } from '../connection/api.ts'
import { merge, startLog } from './log.ts'
import type { Store } from './store.ts'
import { readGreeting, readSeqMark, type VisitorStorage } from './visitor-storage.ts'

/** Identifies the visitor to the server, and retries until the server responds. Returns null if the chat has been deleted. */
export async function startVisit(
  request: (token: string | null) => Promise<VisitorStart | null>,
  { store, storage }: { store: Store; storage: VisitorStorage },
  isClosed: () => boolean,
): Promise<VisitorStart | null> {
  for (let attempt = 0; ; attempt++) {
    try {
      // Two tabs that open at the same time are one visitor: the second uses the first one's token.
      return await storage.visitor.withLock(async () => {
        const start = await request(storage.visitor.read('token'))
        // A visitor who has signed out in the meantime leaves nothing in the storage.
        if (!start || isClosed()) return start
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

function applyStart(store: Store, storage: VisitorStorage, { session, messages, contact }: VisitorStart) {
  const { log } = store.getState()
  const sessionId = session?.sessionId ?? null
  store.update({
    isStarted: true,
    session,
    contact,
    log:
      sessionId && sessionId === log.sessionId
        ? merge(log, messages)
        : startLog(log, sessionId, messages, (messages[0]?.seq ?? 1) - 1),
    greeting: readGreeting(storage.visitor, sessionId),
    readSeq: readSeqMark(storage.visitor, 'read', sessionId),
    clearedSeq: readSeqMark(storage.visitor, 'cleared', sessionId),
  })
}
