import { getFailure } from '../connection/failure.ts'
import { readSession } from '../connection/shapes.ts'
import { words } from '../kit/words.ts'
import type { ChatContext } from './chat-context.ts'
import type { Files } from './files.ts'
import { enqueue, setRating } from './log.ts'
import { applySentMessage, setMessageRefusal } from './message-delivery.ts'
import { type ChatActions, isFormDue, isHandoverPending } from './state.ts'
import type { Store } from './store.ts'

const noticeMs = 10_000

/** Everything that the visitor can do in the chat, except for files. */
export function createChatActions(context: ChatContext): Omit<ChatActions, keyof Files> {
  const { store, storage, outbox } = context
  return {
    send(text, attachments) {
      store.update({ log: enqueue(store.getState().log, createClientId(), text, attachments) })
      outbox.run()
    },
    retry(clientId) {
      setMessageRefusal(store, clientId, null)
      outbox.run()
    },
    setTyping: (isTyping) => context.connection?.emit('typing', { isTyping }),
    ...createFormActions(context),
    rate: createRating(context),
    rateReply: (messageId, rating) => rateReply(context, messageId, rating),
    emit: (name, payload) => context.connection?.emit(name, payload),
    answerSuggestions: (messageId, helped) => answerSuggestions(context, messageId, helped),
    endConversation: () => endConversation(context),
    startNewConversation: () => startNewConversation(context),
    setMuted(isMuted) {
      store.update({ isMuted })
      storage.visitor.write('muted', isMuted ? '1' : null)
    },
  }
}

function createFormActions(context: ChatContext) {
  const { store, catchUp, outbox } = context
  const ids = createRequestIds()
  let isHandoverHeld = false

  async function submitForm(fields: Record<string, string>): Promise<string | null> {
    const answer = await context.connection?.request('prechat:submit', {
      fields,
      clientId: ids.get(JSON.stringify(fields)),
    })
    if (answer?.kind === 'refused') return getFailure(answer, words.formFailed)
    if (answer?.kind === 'done') applySentMessage(context, answer.data.message, answer.data.session)
    else {
      // Without an acknowledgement, the conversation shows whether the form arrived.
      await catchUp.runNow()
      if (isFormDue(store.getState()) || store.getState().isFormAsked) return words.formFailed
    }
    ids.clear()
    store.update({ isFormAsked: false, isFormRequired: false })
    outbox.run()
    if (isHandoverHeld) await requestHandover()
    return null
  }

  async function skipForm(): Promise<string | null> {
    const answer = await context.connection?.request('prechat:skip', {})
    if (answer?.kind !== 'done') return getFailure(answer)
    store.update({ isFormAsked: false })
    return null
  }

  /** If the form comes first, the request is sent after it. */
  async function requestHandover(): Promise<string | null> {
    isHandoverHeld = isFormDue(store.getState())
    if (isHandoverHeld) {
      showNotice(store, words.formFirst)
      return null
    }
    const answer = await context.connection?.request('person:request', {})
    if (answer?.kind === 'done') {
      const session = readSession(answer.data.session)
      if (session) store.update({ session })
      await catchUp.runNow()
      confirmHandover(context)
      return null
    }
    isHandoverHeld = answer?.kind === 'refused' && answer.code === 'prechat_required'
    if (!isHandoverHeld) return getFailure(answer)
    store.update({ isFormRequired: true })
    showNotice(store, words.formFirst)
    return null
  }

  async function submitEmail(email: string): Promise<string | null> {
    const submission = { email, clientId: ids.get(email) }
    const answer = await context.connection?.request('email:submit', submission)
    if (answer?.kind === 'refused' && answer.code === 'bad_input') return words.badEmail
    if (answer?.kind !== 'done') return getFailure(answer)
    ids.clear()
    applySentMessage(context, answer.data.message, answer.data.session)
    return null
  }

  return { submitForm, submitEmail, skipForm, requestHandover }
}

function createRating(context: ChatContext) {
  const ids = createRequestIds()
  return async (rating: number, comment: string): Promise<string | null> => {
    const clientId = ids.get(`${rating} ${comment}`)
    const answer = await context.connection?.request('feedback', { rating, comment, clientId })
    if (answer?.kind !== 'done') return getFailure(answer)
    ids.clear()
    await context.catchUp.runNow()
    return null
  }
}

async function rateReply({ connection, store }: ChatContext, messageId: string, rating: number) {
  const answer = await connection?.request('feedback', { messageId, rating })
  if (answer?.kind !== 'done') return getFailure(answer)
  store.update({ log: setRating(store.getState().log, messageId, rating) })
  return null
}

async function answerSuggestions(context: ChatContext, messageId: string, helped: boolean) {
  const answer = await context.connection?.request('suggestion:answer', { messageId, helped })
  if (answer?.kind !== 'done') return getFailure(answer)
  applySentMessage(context, answer.data.message, answer.data.session)
  await context.catchUp.runNow()
  if (!helped) confirmHandover(context)
  return null
}

/** While a person is active in the conversation, the server adds no hand-over to it. */
function confirmHandover({ store }: ChatContext) {
  if (!isHandoverPending(store.getState())) showNotice(store, words.personCalled)
}

function showNotice(store: Store, notice: string) {
  store.update({ notice })
  setTimeout(() => store.update({ notice: undefined }), noticeMs)
}

async function endConversation({ connection, store }: ChatContext) {
  const answer = await connection?.request('session:end', {})
  const { session } = store.getState()
  if (answer?.kind !== 'done') {
    showNotice(store, getFailure(answer))
  } else if (session) store.update({ session: { ...session, status: 'closed' }, notice: undefined })
}

/** Hides the messages so far. The server starts a new conversation with the next message. */
function startNewConversation({ store, storage }: ChatContext) {
  const { session, log } = store.getState()
  const clearedSeq = log.messages.at(-1)?.seq ?? 0
  store.update({ clearedSeq })
  const sessionId = session?.sessionId ?? log.sessionId
  storage.visitor.write('cleared', JSON.stringify({ sessionId, seq: clearedSeq }))
}

/** A request that got no answer is repeated with the same id, so that the server recognizes it. */
function createRequestIds() {
  let content = ''
  let clientId = ''
  return {
    get(nextContent: string): string {
      if (!clientId || nextContent !== content) clientId = createClientId()
      content = nextContent
      return clientId
    },
    clear() {
      clientId = ''
    },
  }
}

function createClientId(): string {
  // randomUUID is missing on pages without a secure origin.
  return crypto.randomUUID?.() ?? `${Date.now()}-${Math.random().toString(36).slice(2)}`
}
