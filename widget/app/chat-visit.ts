import type { Message } from '@aichat/contracts/messages'
import type { HostPage, HostVisitor } from '../protocol.ts'
import type { ChatContext } from './chat-context.ts'
import { openConnection } from './connection.ts'
import { createEventReducer } from './event-reducer.ts'
import { createHostMetadataSync } from './host-metadata-sync.ts'
import { isObject } from './shapes.ts'
import { startVisit } from './visit.ts'

/** Events that are passed on to the page around the chat. */
export type ChatEvents = {
  onMessage(message: Message): void
  onProblem(problem: string): void
  onRemoved(): void
}

const syncIntervalMs = 15_000
const minRestartIntervalMs = 30_000

/** Keeps one visitor known to the server and connected, under the identity that the page names. */
export function createChatVisit(publicKey: string, context: ChatContext, events: ChatEvents) {
  const { storage } = context
  const metadata = createHostMetadataSync(
    async (command, payload) =>
      context.connection ? context.connection.request(command, payload) : { kind: 'offline' },
    (command) => events.onProblem(command === 'identify' ? 'contact_invalid' : 'attribute_invalid'),
  )
  let page: HostPage
  let identity: string | undefined
  let startedAt = 0
  let isStarting = false
  let isClosed = false
  let disconnect: (() => void) | undefined

  async function start() {
    if (isStarting) return
    isStarting = true
    let token: string | null
    let sentIdentity: string
    do {
      startedAt = Date.now()
      token = storage.visitor.read('token')
      sentIdentity = identity ?? ''
      const visit = await startVisit(publicKey, page, sentIdentity, context.store, storage, () => isClosed)
      if (!visit) return end()
      if (visit.identityProblem) events.onProblem(`identity_${visit.identityProblem}`)
      // The page may have changed the identity during the request.
    } while (sentIdentity !== identity && !isClosed)
    isStarting = false
    if (isClosed) return
    if (!context.connection) disconnect = connect()
    else if (token !== storage.visitor.read('token')) {
      metadata.reset()
      context.connection.reconnect()
    }
    metadata.flush()
  }

  function connect() {
    const auth = () => ({
      visitorToken: storage.visitor.read('token') ?? '',
      pageUrl: page.url,
      referrer: page.referrer,
    })
    const restart = () => {
      if (Date.now() - startedAt > minRestartIntervalMs) start()
    }
    const reduce = createEventReducer(context.store, context.catchUp, events.onMessage)
    const onEvent = (name: string, data: unknown) => {
      if (name === 'chat:removed' && isObject(data) && data.publicKey === publicKey) end()
      else reduce(name, data)
    }
    return openChatConnection(context, auth, metadata.flush, restart, onEvent)
  }

  /** The company has deleted this chat. What was written stays readable. */
  function end() {
    if (isClosed) return
    isClosed = true
    disconnect?.()
    context.store.update({ isRemoved: true })
    events.onRemoved()
  }

  return {
    setHost(newPage: HostPage, visitor: HostVisitor) {
      page = newPage
      const hasNewIdentity = visitor.identity !== identity
      identity = visitor.identity
      if (hasNewIdentity && !isClosed) start()
      metadata.setAll(newPage, visitor)
    },
    close() {
      isClosed = true
      disconnect?.()
    },
  }
}

/** Connects and reconciles with the server at intervals. Returns the function that ends both. */
function openChatConnection(
  context: ChatContext,
  auth: () => Record<string, string>,
  flushMetadata: () => void,
  onUnknownVisitor: () => void,
  onEvent: (name: string, data: unknown) => void,
): () => void {
  const { store, catchUp } = context
  const catchUpWhenVisible = () => {
    if (document.hidden) return
    // Messages that arrived while the tab was hidden count as read now.
    store.update({})
    catchUp.schedule()
  }
  const timer = setInterval(catchUp.schedule, syncIntervalMs)
  document.addEventListener('visibilitychange', catchUpWhenVisible)
  context.connection = openConnection(auth, {
    onConnected() {
      store.update({ isConnected: true })
      catchUp.schedule()
      flushMetadata()
    },
    onDisconnected: () => store.update({ isConnected: false, isAgentTyping: false, replyDraft: '' }),
    onUnknownVisitor,
    onEvent,
  })
  return () => {
    clearInterval(timer)
    document.removeEventListener('visibilitychange', catchUpWhenVisible)
    context.connection?.close()
  }
}
