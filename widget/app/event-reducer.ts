import type { Message } from '@aichat/contracts/messages'
import type { visitorEvents } from '@aichat/contracts/visitors'
import type { CatchUp } from './catch-up.ts'
import { contiguousSeq, hasGap, merge } from './log.ts'
import { isObject, readMessage, readStatus } from './shapes.ts'
import type { Store } from './store.ts'

const typingShown = 5_000
/** A model has 20 s; what is half written after that has been given up, and nobody could say so. */
const writingShown = 25_000

/** What the server's events do to the screen. One that does not fit leads to asking, never to guessing. */
export function createEar(
  store: Store,
  catchUp: CatchUp,
  onMessage: (message: Message) => void,
): (name: string, data: unknown) => void {
  let typingEnds: ReturnType<typeof setTimeout> | undefined
  let writingEnds: ReturnType<typeof setTimeout> | undefined
  let isAsking = false

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
    // Whoever speaks, the AI's half of a reply is not what follows.
    if (message.from !== 'visitor') showWriting('')
    if (!session) store.change({ session: { sessionId, status: 'active', lastSeq: seq, unread: 0 } })
    else if (seq > session.lastSeq) store.change({ session: { ...session, lastSeq: seq } })
    const merged = merge(log, [message])
    store.takeMessages(merged)
    if (merged !== log) onMessage(message)
    if (!session || hasGap(merged)) catchUp.run()
  }

  function takePatch(sessionId: unknown, patch: unknown) {
    const { log, session } = store.read()
    if (!session || session.sessionId !== sessionId || !isObject(patch)) {
      catchUp.run()
      return
    }
    store.change({
      session: {
        ...session,
        status: readStatus(patch.status) ?? session.status,
        unread: typeof patch.unread === 'number' ? patch.unread : session.unread,
      },
    })
    if (Number(patch.lastSeq) > contiguousSeq(log)) catchUp.run()
  }

  function takeDelta(sessionId: unknown, text: unknown) {
    if (sessionId === store.read().session?.sessionId && typeof text === 'string') showWriting(text)
  }

  function showWriting(writing: string) {
    clearTimeout(writingEnds)
    if (writing) writingEnds = setTimeout(() => store.change({ writing: '' }), writingShown)
    if (writing !== store.read().writing) store.change({ writing })
  }

  function showTyping(isAgentTyping: boolean) {
    clearTimeout(typingEnds)
    if (isAgentTyping) typingEnds = setTimeout(() => store.change({ isAgentTyping: false }), typingShown)
    if (isAgentTyping !== store.read().isAgentTyping) store.change({ isAgentTyping })
  }

  function askWithin(milliseconds: unknown) {
    if (isAsking) return
    isAsking = true
    setTimeout(
      () => {
        isAsking = false
        catchUp.run()
      },
      Math.random() * (Number(milliseconds) || 0),
    )
  }

  return (name, data) => {
    if (!isObject(data)) return
    switch (name as keyof typeof visitorEvents) {
      case 'message:new':
        return takeMessage(data.message)
      case 'message:delta':
        return takeDelta(data.sessionId, data.text)
      case 'session:patched':
        return takePatch(data.sessionId, data.patch)
      case 'typing:update':
        return data.from === 'agent' ? showTyping(data.isTyping === true) : undefined
      case 'sync:wanted':
        return askWithin(data.withinMs)
      case 'prechat:request':
        return store.change({ isFormAsked: true })
      case 'presence:update':
        return typeof data.agentsOnline === 'boolean'
          ? store.change({ humansOnline: data.agentsOnline })
          : undefined
    }
  }
}
