import type { Message } from '@aichat/contracts/chat/messages'
import type { HostPage, HostVisitor } from '../../protocol.ts'
import { startVisitor } from '../connection/api.ts'
import { openChatConnection } from './chat-connection.ts'
import type { ChatContext } from './chat-context.ts'
import { createHostMetadataSync } from './host-metadata-sync.ts'
import { startVisit } from './visit.ts'

/** Events that are passed on to the page around the chat. */
export type ChatEvents = {
  onMessage(message: Message): void
  onProblem(problem: string): void
  onRemoved(): void
}

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
      const request = (known: string | null) => startVisitor(publicKey, known, sentIdentity, page)
      const visit = await startVisit(request, context, () => isClosed)
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
    return openChatConnection(context, {
      auth: () => ({
        visitorToken: storage.visitor.read('token') ?? '',
        pageUrl: page.url,
        referrer: page.referrer,
      }),
      onConnected: metadata.flush,
      onUnknownVisitor() {
        if (Date.now() - startedAt > minRestartIntervalMs) start()
      },
      onMessage: events.onMessage,
      onRemoved: (removed) => removed === publicKey && end(),
    })
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
