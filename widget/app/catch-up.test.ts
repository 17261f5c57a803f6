import type { Message } from '@aichat/contracts/messages'
import type { PublicConfig } from '@aichat/contracts/visitors'
import { beforeEach, expect, test, vi } from 'vitest'
import { createCatchUp } from './catch-up.ts'
import type { Answer, Connection } from './connection.ts'
import { createEar } from './event-reducer.ts'
import { createStore } from './store.ts'

const shelf = { read: () => null, write() {}, clear() {} }
const closed = { config: {}, humansOnline: false } as unknown as PublicConfig

function message(seq: number, sessionId = 'one'): Message {
  return { _id: `${sessionId}-${seq}`, sessionId, seq, from: 'agent', text: `${seq}` } as Message
}

/** A page, and a server that holds the conversation `sessionId` of so many messages. */
function page(sessionId: string, count: number) {
  const server = { sessionId, count, isSilent: false }
  const asked: number[] = []
  const renew = vi.fn()
  const store = createStore(closed, { visitor: shelf, tab: shelf })
  const link = {
    isConnected: () => true,
    tell() {},
    renew,
    async ask(_name: string, { lastSeq }: { lastSeq: number }): Promise<Answer> {
      asked.push(lastSeq)
      if (server.isSilent) return { kind: 'unanswered' }
      const messages = Array.from({ length: server.count }, (_, index) =>
        message(index + 1, server.sessionId),
      )
      const session = { sessionId: server.sessionId, status: 'active', lastSeq: server.count }
      return { kind: 'done', data: { session, messages: messages.slice(lastSeq), prechatRequested: false } }
    },
  } as unknown as Connection
  const catchUp = createCatchUp(
    store,
    () => link,
    () => {},
  )
  const hear = createEar(store, catchUp, () => {})
  const seqs = () => store.read().log.messages.map(({ seq }) => seq)
  return { server, asked, renew, store, catchUp, hear, seqs }
}

beforeEach(() => {
  vi.stubGlobal('document', { hidden: false })
})

test('asks for what is missing after the last it can be sure of', async () => {
  const { catchUp, hear, asked, seqs } = page('one', 4)
  hear('message:new', { message: message(4) })
  await catchUp.run()
  await vi.waitFor(() => expect(seqs()).toEqual([1, 2, 3, 4]))
  await catchUp.run()
  expect(asked[0]).toBe(0)
  expect(asked.at(-1)).toBe(4)
})

test('another conversation is fetched from its beginning', async () => {
  const { catchUp, server, seqs, store } = page('one', 3)
  await catchUp.run()
  Object.assign(server, { sessionId: 'two', count: 5 })
  await catchUp.run()
  expect(seqs()).toEqual([1, 2, 3, 4, 5])
  expect(store.read().log.sessionId).toBe('two')
})

test('an unanswered question ends the link that lost it', async () => {
  const { catchUp, server, renew } = page('one', 1)
  server.isSilent = true
  await catchUp.run()
  expect(renew).toHaveBeenCalledOnce()
})

test('events of the wrong shape change nothing and never throw', () => {
  const { hear, store } = page('one', 0)
  const before = store.read().log
  for (const data of [undefined, null, 1, 'x', [], {}, { message: null }, { message: { _id: 1 } }]) {
    hear('message:new', data)
    hear('presence:update', data)
    hear('typing:update', data)
  }
  expect(store.read().log).toBe(before)
  expect(store.read().humansOnline).toBe(false)
})
