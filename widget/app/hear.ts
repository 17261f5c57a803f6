import type { CatchUp } from './catch-up.ts'
import type { EventName } from './connection.ts'
import { contiguousSeq, hasGap, merge } from './log.ts'
import { isObject, readMessage, readStatus } from './shapes.ts'
import type { Store } from './store.ts'

const typingShown = 5_000

/** What the server's events do to the screen. One that does not fit leads to asking, never to guessing. */
export function createEar(store: Store, catchUp: CatchUp): (name: EventName, data: unknown) => void {
  let typingEnds: ReturnType<typeof setTimeout> | undefined

  function takeMessage(value: unknown) {
    const message = readMessage(value)
    if (!message) return
    const { log, session } = store.read()
    const { sessionId, seq } = message
    if (log.sessionId !== null && sessionId !== log.sessionId) {
      catchUp.run()
      return
    }
    if (message.from === 'agent') showTyping(false)
    if (!session) store.change({ session: { sessionId, status: 'active', lastSeq: seq } })
    else if (seq > session.lastSeq) store.change({ session: { ...session, lastSeq: seq } })
    const merged = merge(log, [message])
    store.takeMessages(merged)
    if (!session || hasGap(merged)) catchUp.run()
  }

  function takePatch(sessionId: unknown, patch: unknown) {
    const { log, session } = store.read()
    if (!session || session.sessionId !== sessionId || !isObject(patch)) {
      catchUp.run()
      return
    }
    store.change({ session: { ...session, status: readStatus(patch.status) ?? session.status } })
    if (Number(patch.lastSeq) > contiguousSeq(log)) catchUp.run()
  }

  function showTyping(isAgentTyping: boolean) {
    clearTimeout(typingEnds)
    if (isAgentTyping) typingEnds = setTimeout(() => store.change({ isAgentTyping: false }), typingShown)
    if (isAgentTyping !== store.read().isAgentTyping) store.change({ isAgentTyping })
  }

  return (name, data) => {
    if (!isObject(data)) return
    switch (name) {
      case 'message:new':
        return takeMessage(data.message)
      case 'session:patched':
        return takePatch(data.sessionId, data.patch)
      case 'typing:update':
        return data.from === 'agent' ? showTyping(data.isTyping === true) : undefined
      case 'prechat:request':
        return store.change({ isFormAsked: true })
      case 'presence:update':
        return typeof data.agentsOnline === 'boolean'
          ? store.change({ humansOnline: data.agentsOnline })
          : undefined
    }
  }
}
