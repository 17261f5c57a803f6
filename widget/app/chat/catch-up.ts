import type { Connection } from '../connection/connection.ts'
import { readContact, readList, readMessage, readSession } from '../connection/shapes.ts'
import { contiguousSeq, hasGap, merge, startLog } from './log.ts'
import type { Store } from './store.ts'

export type CatchUp = {
  /** Runs soon. Calls during a run lead to one more run. */
  schedule(): Promise<void>
  /** Runs immediately, even if another run is in progress. */
  runNow(): Promise<void>
}

/** Fetches what this page has missed. Events are hints; the server is the source of truth. */
export function createCatchUp(
  store: Store,
  connection: () => Connection | undefined,
  onComplete: () => void,
): CatchUp {
  let isRunning = false
  let mustRunAgain = false

  async function schedule() {
    mustRunAgain = true
    if (isRunning) return
    isRunning = true
    while (mustRunAgain) {
      mustRunAgain = false
      await runNow()
    }
    isRunning = false
    onComplete()
  }

  async function runNow() {
    const link = connection()
    if (!link) return
    const before = contiguousSeq(store.getState().log)
    const answer = await link.request('sync', { lastSeq: before })
    if (answer.kind === 'unanswered') link.reconnect()
    if (answer.kind !== 'done') return
    const session = readSession(answer.data.session)
    const messages = readList(answer.data.messages, readMessage)
    const { contact, agentsOnline } = answer.data
    store.update({
      session,
      isFormAsked: answer.data.prechatRequested === true,
      ...(contact ? { contact: readContact(contact) } : {}),
      ...(typeof agentsOnline === 'boolean' ? { humansOnline: agentsOnline } : {}),
    })
    if (!session) return
    const { log } = store.getState()
    if (answer.data.reset === true) {
      store.update({ log: startLog(log, session.sessionId, messages, (messages[0]?.seq ?? 1) - 1) })
    } else if (log.sessionId !== null && log.sessionId !== session.sessionId) {
      // Another conversation counts from 1, so the requested range does not apply to it.
      store.update({ log: startLog(log, session.sessionId, [], 0), readSeq: 0 })
      mustRunAgain = true
    } else {
      const merged = merge(log, messages)
      store.setLog(merged)
      if (hasGap(merged) && contiguousSeq(merged) > before) mustRunAgain = true
    }
  }

  return { schedule, runNow }
}
