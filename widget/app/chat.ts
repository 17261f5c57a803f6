import type { Message } from '@aichat/contracts/messages'
import type { PublicConfig } from '@aichat/contracts/visitors'
import type { HostPage, HostVisitor } from '../protocol.ts'
import { createCatchUp } from './catch-up.ts'
import { type Connection, openConnection } from './connection.ts'
import { createEar } from './event-reducer.ts'
import { createFiles } from './files.ts'
import { createHerald } from './host-metadata-sync.ts'
import {
  begin,
  enqueue,
  hasGap,
  merge,
  nextToSend,
  type Pending,
  setRefusal,
  settle,
  withRating,
} from './log.ts'
import { createOutbox, type Delivery } from './outbox.ts'
import { readMessage, readSession } from './shapes.ts'
import { type ChatActions, type ChatState, isFormDue } from './state.ts'
import { createStore } from './store.ts'
import { beginVisit } from './visit.ts'
import type { Stored } from './visitor-preferences.ts'
import { words } from './words.ts'

export type Chat = {
  actions: ChatActions
  read(): ChatState
  subscribe(listener: () => void): () => void
  /** Makes the visitor known and connects; whenever the page has something else to say, it is told on. */
  setHost(page: HostPage, visitor: HostVisitor): void
  setOpen(isOpen: boolean): void
  close(): void
}

/** What the page around may want to hear of. */
export type ChatEvents = { onMessage(message: Message): void; onProblem(problem: string): void }

const syncEvery = 15_000
const restartAtMostEvery = 30_000

export function createChat(
  publicKey: string,
  config: PublicConfig,
  stored: Stored,
  events: ChatEvents,
): Chat {
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
  const herald = createHerald(async (command, payload) =>
    connection ? connection.ask(command, payload) : { kind: 'offline' },
  )
  const files = createFiles(publicKey, () => stored.visitor.read('token'))
  let connection: Connection | undefined
  let page: HostPage
  let identity: string | undefined
  let startedAt = 0
  let isPersonWanted = false
  let isStarting = false
  let isOver = false
  let syncing: ReturnType<typeof setInterval> | undefined

  async function start() {
    if (isStarting) return
    isStarting = true
    let token: string | null
    let asked: string
    do {
      startedAt = Date.now()
      token = stored.visitor.read('token')
      asked = identity ?? ''
      const { identityProblem } = await beginVisit(publicKey, page, asked, store, stored)
      if (identityProblem) events.onProblem(`identity_${identityProblem}`)
      // The page may have said meanwhile who it is.
    } while (asked !== identity && !isOver)
    isStarting = false
    if (isOver) return
    if (!connection) connection = connect()
    else if (token !== stored.visitor.read('token')) {
      herald.reset()
      connection.renew()
    }
    herald.tell()
  }

  function lookAgain() {
    if (document.hidden) return
    // What came while nobody looked counts as read now.
    store.change({})
    catchUp.run()
  }

  function connect() {
    syncing = setInterval(catchUp.run, syncEvery)
    document.addEventListener('visibilitychange', lookAgain)
    const auth = () => ({
      visitorToken: stored.visitor.read('token') ?? '',
      pageUrl: page.url,
      referrer: page.referrer,
    })
    return openConnection(auth, {
      onConnected() {
        store.change({ isConnected: true })
        catchUp.run()
        herald.tell()
      },
      onDisconnected: () => store.change({ isConnected: false, isAgentTyping: false, writing: '' }),
      onUnknownVisitor() {
        if (Date.now() - startedAt > restartAtMostEvery) start()
      },
      onEvent: createEar(store, catchUp, events.onMessage),
    })
  }

  async function deliver({ clientId, text, attachments }: Pending): Promise<Delivery> {
    if (!connection) return 'held'
    const answer = await connection.ask('message:send', {
      text,
      clientId,
      ...(attachments.length > 0 ? { attachments: attachments.map(({ id }) => id) } : {}),
    })
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
    if (isPersonWanted) await callPerson()
    return null
  }

  /** Where the form comes first, the person is called after it. */
  async function callPerson(): Promise<string | null> {
    isPersonWanted = isFormDue(store.read())
    if (isPersonWanted) return null
    const answer = await connection?.ask('person:request', {})
    if (answer?.kind === 'done') {
      const session = readSession(answer.data.session)
      if (session) store.change({ session })
      await catchUp.once()
      return null
    }
    isPersonWanted = answer?.kind === 'refused' && answer.code === 'prechat_required'
    if (!isPersonWanted) return (answer?.kind === 'refused' && answer.error) || words.failed
    store.change({ isFormRequired: true })
    return null
  }

  async function rate(rating: number, comment: string): Promise<string | null> {
    const answer = await connection?.ask('feedback', { rating, comment })
    if (answer?.kind !== 'done') return (answer?.kind === 'refused' && answer.error) || words.failed
    await catchUp.once()
    return null
  }

  async function rateReply(messageId: string, rating: number): Promise<string | null> {
    const answer = await connection?.ask('feedback', { messageId, rating })
    if (answer?.kind !== 'done') return (answer?.kind === 'refused' && answer.error) || words.failed
    store.change({ log: withRating(store.read().log, messageId, rating) })
    return null
  }

  function startAnew() {
    const { session, log } = store.read()
    const clearedSeq = log.messages.at(-1)?.seq ?? 0
    store.change({ clearedSeq })
    const sessionId = session?.sessionId ?? log.sessionId
    stored.visitor.write('cleared', JSON.stringify({ sessionId, seq: clearedSeq }))
  }

  async function endConversation() {
    const answer = await connection?.ask('session:end', {})
    const { session } = store.read()
    if (answer?.kind === 'done' && session) store.change({ session: { ...session, status: 'closed' } })
  }

  return {
    read: store.read,
    subscribe: store.subscribe,
    setHost(now, visitor) {
      page = now
      const isFirst = identity === undefined
      const isOther = visitor.identity !== identity
      identity = visitor.identity
      if (isFirst || isOther) start()
      if (page.url) herald.set('page', { pageUrl: page.url })
      if (Object.keys(visitor.contact).length > 0) herald.set('identify', visitor.contact)
      if (Object.keys(visitor.attributes).length > 0) {
        herald.set('attributes', { attributes: visitor.attributes })
      }
    },
    setOpen: (isOpen) => store.change({ isOpen }),
    close() {
      isOver = true
      clearInterval(syncing)
      document.removeEventListener('visibilitychange', lookAgain)
      connection?.close()
    },
    actions: {
      send(text, attachments) {
        store.change({ log: enqueue(store.read().log, newClientId(), text, attachments) })
        outbox.run()
      },
      retry(clientId) {
        refuse(clientId, null)
        outbox.run()
      },
      setTyping: (isTyping) => connection?.tell('typing', { isTyping }),
      submitForm,
      callPerson,
      rate,
      rateReply,
      endConversation,
      startAnew,
      setMuted(isMuted) {
        store.change({ isMuted })
        stored.visitor.write('muted', isMuted ? '1' : null)
      },
      ...files,
    },
  }
}

function newClientId(): string {
  // randomUUID is missing where the page is not secure.
  return crypto.randomUUID?.() ?? `${Date.now()}-${Math.random().toString(36).slice(2)}`
}
