import { followHours } from '../../follow-hours.ts'
import type { HostPage, HostVisitor } from '../../protocol.ts'
import { fetchConfig } from '../connection/api.ts'
import type { ChatConfig } from '../connection/shapes.ts'
import { readContact } from '../connection/shapes.ts'
import { words } from '../kit/words.ts'
import { createCatchUp } from './catch-up.ts'
import { createChatActions } from './chat-actions.ts'
import type { ChatContext } from './chat-context.ts'
import { type ChatEvents, createChatVisit } from './chat-visit.ts'
import { createFiles } from './files.ts'
import { nextToSend } from './log.ts'
import { deliverMessage, setMessageRefusal } from './message-delivery.ts'
import { createOutbox } from './outbox.ts'
import { syncReadMessages } from './read-sync.ts'
import { type ChatActions, type ChatState, isFormDue } from './state.ts'
import { createStore } from './store.ts'
import type { VisitorStorage } from './visitor-storage.ts'

export type Chat = {
  actions: ChatActions
  getState(): ChatState
  subscribe(listener: () => void): () => void
  /** Starts the visit, and later passes on what has changed on the page. */
  setHost(page: HostPage, visitor: HostVisitor): void
  setOpen(isOpen: boolean): void
  close(): void
}

export function createChat(
  publicKey: string,
  config: ChatConfig,
  storage: VisitorStorage,
  events: ChatEvents,
): Chat {
  const store = createStore(config, storage)
  const catchUp = createCatchUp(
    store,
    () => context.connection,
    () => outbox.run(),
  )
  const outbox = createOutbox(
    () => (isFormDue(store.getState()) ? undefined : nextToSend(store.getState().log)),
    (pending) => deliverMessage(context, pending),
    ({ clientId }) => setMessageRefusal(store, clientId, words.tooManyTries),
    (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds)),
  )
  const context: ChatContext = { store, storage, catchUp, outbox, connection: undefined }
  const { setHost, close } = createChatVisit(publicKey, context, events)
  const stopFollowingHours = followHours(
    () => (store.getState().isOpen ? store.getState().hours : null),
    () => fetchConfig(publicKey, 'en', 'no-cache'),
    (hours) => store.update({ hours }),
  )
  const stopReadSync = syncReadMessages(publicKey, context)
  const files = createFiles(publicKey, () => storage.visitor.read('token'))

  return {
    getState: store.getState,
    subscribe: store.subscribe,
    setHost(page, visitor) {
      store.update({ pageContact: readContact(visitor.contact) })
      setHost(page, visitor)
    },
    setOpen: (isOpen) => store.update({ isOpen }),
    close() {
      stopFollowingHours()
      stopReadSync()
      close()
    },
    actions: { ...createChatActions(context), ...files },
  }
}
