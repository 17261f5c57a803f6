import type { PublicConfig } from '@aichat/contracts/visitors'
import type { HostPage } from '../protocol.ts'
import { createCatchUp } from './catch-up.ts'
import { type Connection, openConnection } from './connection.ts'
import { createEar } from './hear.ts'
import { begin, enqueue, hasGap, merge, nextToSend, type Pending, setRefusal, settle } from './log.ts'
import { createOutbox, type Delivery } from './outbox.ts'
import type { Stored } from './remembered.ts'
import { readMessage, readSession } from './shapes.ts'
import { type ChatActions, type ChatState, isFormDue } from './state.ts'
import { createStore } from './store.ts'
import { beginVisit } from './visit.ts'
import { words } from './words.ts'

export type Chat = {
  actions: ChatActions
  read(): ChatState
  subscribe(listener: () => void): () => void
  /** Makes the visitor known and connects; the second call and later ones do nothing. */
  start(page: HostPage): void
  setOpen(isOpen: boolean): void
}

const syncEvery = 15_000
const restartAtMostEvery = 30_000

export function createChat(publicKey: string, config: PublicConfig, stored: Stored): Chat {
  const store = createStore(config, stored)
  const catchUp = createCatchUp(
    store,
    () => connection,
    () => outbox.run(),
  )
  const outbox = createOutbox(
    () => (isFormDue(store.read()) ? undefined : nextToSend(store.read().log)),
    deliver,
    ({ clientId }) => refuse(clientId, words.tooManyTries),
    (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds)),
  )
  let connection: Connection | undefined
  let startedAt = 0
  let isStarting = false

  async function start(page: HostPage) {
    if (isStarting) return
    isStarting = true
    startedAt = Date.now()
    await beginVisit(publicKey, page, store, stored)
    isStarting = false
    connection ??= connect(page)
  }

  function connect(page: HostPage) {
    setInterval(catchUp.run, syncEvery)
    document.addEventListener('visibilitychange', () => {
      if (document.hidden) return
      // What came while nobody looked counts as read now.
      store.change({})
      catchUp.run()
    })
    const auth = () => ({
      visitorToken: stored.visitor.read('token') ?? '',
      pageUrl: page.url,
      referrer: page.referrer,
    })
    return openConnection(auth, {
      onConnected() {
        store.change({ isConnected: true })
        catchUp.run()
      },
      onDisconnected: () => store.change({ isConnected: false, isAgentTyping: false }),
      onUnknownVisitor() {
        if (Date.now() - startedAt > restartAtMostEvery) start(page)
      },
      onEvent: createEar(store, catchUp),
    })
  }

  async function deliver({ clientId, text }: Pending): Promise<Delivery> {
    if (!connection) return 'held'
    const answer = await connection.ask('message:send', { text, clientId })
    if (answer.kind === 'offline') return 'held'
    if (answer.kind === 'unanswered') return 'slower'
    if (answer.kind === 'done') {
      takeOwn(answer.data.message, answer.data.session)
      store.change({ log: settle(store.read().log, clientId) })
      return 'sent'
    }
    if (answer.code === 'rate_limited' || answer.code === 'not_ready') return 'slower'
    if (answer.code === 'unexpected' || answer.code === '') return 'later'
    if (answer.code === 'prechat_required') {
      store.change({ isFormRequired: true })
      return 'held'
    }
    refuse(clientId, answer.error || words.tooManyTries)
    return 'refused'
  }

  function refuse(clientId: string, refusal: string | null) {
    store.change({ log: setRefusal(store.read().log, clientId, refusal) })
  }

  /** The server has the last word on which conversation a message went to. */
  function takeOwn(sent: unknown, now: unknown) {
    const message = readMessage(sent)
    const session = readSession(now)
    if (session) store.change({ session })
    if (!message) {
      catchUp.run()
      return
    }
    const { log } = store.read()
    if (log.sessionId !== null && message.sessionId !== log.sessionId) {
      store.change({ log: begin(log, message.sessionId, [], 0), readSeq: 0 })
    }
    store.takeMessages(merge(store.read().log, [message]))
    if (hasGap(store.read().log)) catchUp.run()
  }

  async function submitForm(fields: Record<string, string>): Promise<string | null> {
    const answer = await connection?.ask('prechat:submit', { fields })
    if (answer?.kind === 'refused') return answer.error || words.formFailed
    if (answer?.kind === 'done') takeOwn(answer.data.message, answer.data.session)
    else {
      // It may have arrived although nobody said so; the conversation shows it.
      await catchUp.once()
      if (isFormDue(store.read()) || store.read().isFormAsked) return words.formFailed
    }
    store.change({ isFormAsked: false, isFormRequired: false })
    outbox.run()
    return null
  }

  async function endConversation() {
    const answer = await connection?.ask('session:end', {})
    const { session } = store.read()
    if (answer?.kind === 'done' && session) store.change({ session: { ...session, status: 'closed' } })
  }

  return {
    read: store.read,
    subscribe: store.subscribe,
    start(page) {
      if (!connection) start(page)
    },
    setOpen: (isOpen) => store.change({ isOpen }),
    actions: {
      send(text) {
        store.change({ log: enqueue(store.read().log, newClientId(), text) })
        outbox.run()
      },
      retry(clientId) {
        refuse(clientId, null)
        outbox.run()
      },
      setTyping: (isTyping) => connection?.tell('typing', { isTyping }),
      submitForm,
      endConversation,
    },
  }
}

function newClientId(): string {
  // randomUUID is missing where the page is not secure.
  return crypto.randomUUID?.() ?? `${Date.now()}-${Math.random().toString(36).slice(2)}`
}
