import type { Connection } from './connection.ts'
import { begin, contiguousSeq, hasGap, merge } from './log.ts'
import { readList, readMessage, readSession } from './shapes.ts'
import type { Store } from './store.ts'

export type CatchUp = {
  /** Soon, and once for all who ask meanwhile. */
  run(): Promise<void>
  /** Now, whether or not another is under way. */
  once(): Promise<void>
}

/** Asks for what this page has missed. Events are hints; this is how the conversation is made whole. */
export function createCatchUp(
  store: Store,
  connection: () => Connection | undefined,
  onWhole: () => void,
): CatchUp {
  let isRunning = false
  let mustRunAgain = false

  async function run() {
    mustRunAgain = true
    if (isRunning) return
    isRunning = true
    while (mustRunAgain) {
      mustRunAgain = false
      await once()
    }
    isRunning = false
    onWhole()
  }

  async function once() {
    const link = connection()
    if (!link) return
    const before = contiguousSeq(store.read().log)
    const answer = await link.ask('sync', { lastSeq: before })
    if (answer.kind === 'unanswered') link.renew()
    if (answer.kind !== 'done') return
    const session = readSession(answer.data.session)
    const messages = readList(answer.data.messages, readMessage)
    store.change({ session, isFormAsked: answer.data.prechatRequested === true })
    if (!session) return
    const { log } = store.read()
    if (answer.data.reset === true) {
      store.change({ log: begin(log, session.sessionId, messages, (messages[0]?.seq ?? 1) - 1) })
    } else if (log.sessionId !== null && log.sessionId !== session.sessionId) {
      // Another conversation counts from 1, so what was asked for does not fit it.
      store.change({ log: begin(log, session.sessionId, [], 0), readSeq: 0 })
      mustRunAgain = true
    } else {
      const merged = merge(log, messages)
      store.takeMessages(merged)
      if (hasGap(merged) && contiguousSeq(merged) > before) mustRunAgain = true
    }
  }

  return { run, once }
}
