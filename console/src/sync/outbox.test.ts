import { expect, test } from 'vitest'
import { createOutbox, type SendResult } from './outbox.ts'
import type { PendingMessage } from './thread.ts'

function pending(clientId: string, sessionId = 'session'): PendingMessage {
  return {
    clientId,
    sessionId,
    text: clientId,
    attachments: [],
    createdAt: '2026-01-01T00:00:00.000Z',
    state: 'waiting',
  }
}

function setUp(results: SendResult[], loaded: PendingMessage[] = []) {
  const sent: string[] = []
  let saved: readonly PendingMessage[] = loaded
  const outbox = createOutbox({
    send: async ({ clientId }) => {
      sent.push(clientId)
      return results.shift() ?? 'stored'
    },
    load: () => loaded,
    save: (all) => {
      saved = all
    },
    wait: async () => {},
  })
  return { outbox, sent, saved: () => saved }
}

const flushMicrotasks = () => new Promise((resolve) => setTimeout(resolve))

test('sends messages one at a time, in order', async () => {
  const { outbox, sent } = setUp([])
  outbox.add(pending('a'))
  outbox.add(pending('b'))
  await flushMicrotasks()
  expect(sent).toEqual(['a', 'b'])
  expect(outbox.get()).toEqual([])
})

test('repeats a send with an unknown result with the same clientId, before the next message', async () => {
  const { outbox, sent } = setUp(['unknown', 'rate-limited', 'stored'])
  outbox.add(pending('a'))
  outbox.add(pending('b'))
  await flushMicrotasks()
  expect(sent).toEqual(['a', 'a', 'a', 'b'])
})

test('keeps a rejected message with its error until it is retried', async () => {
  const { outbox, sent } = setUp([{ rejected: 'no' }])
  outbox.add(pending('a'))
  await flushMicrotasks()
  expect(outbox.get()).toMatchObject([{ clientId: 'a', state: 'failed', error: 'no' }])
  outbox.retry('a')
  await flushMicrotasks()
  expect(sent).toEqual(['a', 'a'])
  expect(outbox.get()).toEqual([])
})

test('sends the messages of before a reload on resume', async () => {
  const { outbox, sent, saved } = setUp([], [pending('a'), pending('b', 'other')])
  outbox.resume()
  await flushMicrotasks()
  expect(sent).toEqual(['a', 'b'])
  expect(saved()).toEqual([])
})

test('reports a stored message once, by its answer or its event', async () => {
  const { outbox } = setUp([])
  const stored: string[] = []
  outbox.add(pending('a'), () => stored.push('a'))
  outbox.confirm('a')
  await flushMicrotasks()
  outbox.add(pending('b'), () => stored.push('b'))
  await flushMicrotasks()
  expect(stored).toEqual(['a', 'b'])
})

test('does not report a message that was rejected or removed, even if it is stored later', async () => {
  const { outbox, sent } = setUp([{ rejected: 'no' }])
  const stored: string[] = []
  outbox.add(pending('rejected'), () => stored.push('rejected'))
  await flushMicrotasks()
  outbox.retry('rejected')
  outbox.add(pending('removed'), () => stored.push('removed'))
  outbox.remove('removed')
  outbox.confirm('removed')
  await flushMicrotasks()
  expect(sent).toEqual(['rejected', 'rejected'])
  expect(stored).toEqual([])
})
