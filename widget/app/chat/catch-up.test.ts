import type { Message } from '@aichat/contracts/chat/messages'
import type { PublicConfig } from '@aichat/contracts/chat/visitors'
import { beforeEach, expect, test, vi } from 'vitest'
import type { Answer, Connection } from '../connection/connection.ts'
import { createCatchUp } from './catch-up.ts'
import { createEventReducer } from './event-reducer.ts'
import { createStore } from './store.ts'

const storage = {
  read: () => null,
  write() {},
  clear() {},
  withLock: <Result>(work: () => Promise<Result>) => work(),
}
const config = { config: { agent: {} }, humansOnline: false } as unknown as PublicConfig

function message(seq: number, sessionId = 'one'): Message {
  return { _id: `${sessionId}-${seq}`, sessionId, seq, from: 'agent', text: `${seq}` } as Message
}

/** A chat, and a server with one conversation of `count` messages. */
function setUp(sessionId: string, count: number) {
  const server = { sessionId, count, isSilent: false, agentsOnline: undefined as boolean | undefined }
  const requestedSeqs: number[] = []
  const reconnect = vi.fn()
  const store = createStore(config, { visitor: storage, tab: storage })
  const link = {
    isConnected: () => true,
    emit() {},
    reconnect,
    async request(_name: string, { lastSeq }: { lastSeq: number }): Promise<Answer> {
      requestedSeqs.push(lastSeq)
      if (server.isSilent) return { kind: 'unanswered' }
      const messages = Array.from({ length: server.count }, (_, index) =>
        message(index + 1, server.sessionId),
      )
      const session = { sessionId: server.sessionId, status: 'active', lastSeq: server.count }
      const { agentsOnline } = server
      const data = { session, messages: messages.slice(lastSeq), prechatRequested: false, agentsOnline }
      return { kind: 'done', data }
    },
  } as unknown as Connection
  const catchUp = createCatchUp(
    store,
    () => link,
    () => {},
  )
  const receive = createEventReducer(store, catchUp, () => {})
  const seqs = () => store.getState().log.messages.map(({ seq }) => seq)
  return { server, requestedSeqs, reconnect, store, catchUp, receive, seqs }
}

beforeEach(() => {
  vi.stubGlobal('document', { hidden: false })
})

test('learns whether agents are online, whose event may be lost', async () => {
  const { server, catchUp, store } = setUp('one', 1)
  server.agentsOnline = true
  await catchUp.schedule()
  expect(store.getState().humansOnline).toBe(true)
  server.agentsOnline = undefined
  await catchUp.schedule()
  expect(store.getState().humansOnline).toBe(true)
})

test('requests the messages after the last contiguous seq', async () => {
  const { catchUp, receive, requestedSeqs, seqs } = setUp('one', 4)
  receive('message:new', { message: message(4) })
  await catchUp.schedule()
  await expect.poll(seqs).toEqual([1, 2, 3, 4])
  await catchUp.schedule()
  expect(requestedSeqs[0]).toBe(0)
  expect(requestedSeqs.at(-1)).toBe(4)
})

test('loads another conversation from its beginning', async () => {
  const { catchUp, server, seqs, store } = setUp('one', 3)
  await catchUp.schedule()
  Object.assign(server, { sessionId: 'two', count: 5 })
  await catchUp.schedule()
  expect(seqs()).toEqual([1, 2, 3, 4, 5])
  expect(store.getState().log.sessionId).toBe('two')
})

test('reconnects after an unanswered request', async () => {
  const { catchUp, server, reconnect } = setUp('one', 1)
  server.isSilent = true
  await catchUp.schedule()
  expect(reconnect).toHaveBeenCalledOnce()
})

test('ignores invalid events', () => {
  const { receive, store } = setUp('one', 0)
  const before = store.getState().log
  for (const data of [undefined, null, 1, 'x', [], {}, { message: null }, { message: { _id: 1 } }]) {
    receive('message:new', data)
    receive('presence:update', data)
    receive('typing:update', data)
  }
  expect(store.getState().log).toBe(before)
  expect(store.getState().humansOnline).toBe(false)
})
