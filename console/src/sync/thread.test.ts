import type { Message } from '@aichat/contracts/messages'
import { expect, test } from 'vitest'
import { contiguousSeq, emptyThread, entriesOf, hasGap, type Pending, reduceThread } from './thread.ts'

function message(seq: number, extra: Partial<Message> = {}): Message {
  return {
    _id: `id-${seq}`,
    clientId: `client-${seq}`,
    sessionId: 'session',
    seq,
    from: 'visitor',
    type: 'text',
    text: `text ${seq}`,
    createdAt: '2026-01-01T00:00:00.000Z',
    isAi: false,
    agent: null,
    attachments: [],
    meta: {},
    ...extra,
  }
}

function pending(clientId: string): Pending {
  return {
    clientId,
    sessionId: 'session',
    text: 'mine',
    attachments: [],
    createdAt: '2026-01-01T00:00:00.000Z',
    state: 'waiting',
  }
}

const seqs = (thread: typeof emptyThread) => thread.messages.map((one) => one.seq)
const joined = (...messages: Message[]) => reduceThread(undefined, { type: 'joined', messages })

test('messages stand in order of seq, whatever order they came in', () => {
  const thread = [message(3), message(1), message(2)].reduce(
    (so, one) => reduceThread(so, { type: 'arrived', message: one }),
    emptyThread,
  )
  expect(seqs(thread)).toEqual([1, 2, 3])
})

test('a message that comes twice is one message, and changes nothing', () => {
  const thread = joined(message(1), message(2))
  expect(reduceThread(thread, { type: 'arrived', message: message(2) }).messages).toBe(thread.messages)
})

test('a gap is seen, and closed by what was missing', () => {
  const torn = reduceThread(joined(message(1), message(2)), { type: 'arrived', message: message(5) })
  expect(hasGap(torn)).toBe(true)
  expect(contiguousSeq(torn)).toBe(2)
  const whole = reduceThread(torn, { type: 'joined', messages: [message(3), message(4), message(5)] })
  expect(hasGap(whole)).toBe(false)
  expect(contiguousSeq(whole)).toBe(5)
})

test('a window that starts late is whole, and knows that there is more before it', () => {
  const thread = joined(message(40), message(41))
  expect(hasGap(thread)).toBe(false)
  expect(thread.hasOlder).toBe(true)
  const longer = reduceThread(thread, { type: 'older', messages: [message(39)], hasMore: true })
  expect(seqs(longer)).toEqual([39, 40, 41])
})

test('a reply keeps what its visitor thought of it last, and no other message changes', () => {
  const thread = joined(message(1), message(2))
  const [first, second] = thread.messages
  const rate = (so: typeof thread, rating: number) =>
    reduceThread(so, { type: 'rated', messageId: second!._id, feedback: { rating, comment: '' } })
  const rated = rate(rate(thread, 1), 5)
  expect(rated.messages[0]).toBe(first)
  expect(rated.messages[1]).toEqual({ ...second, meta: { feedback: { rating: 5, comment: '' } } })
})

test('a reset forgets what is too old to build on', () => {
  const thread = reduceThread(joined(message(1)), { type: 'joined', messages: [message(900)], reset: true })
  expect(seqs(thread)).toEqual([900])
})

test('a pending message stands at the end, and is swapped for the stored one by its clientId', () => {
  const before = joined(message(1))
  expect(entriesOf(before, [pending('mine')]).map((entry) => entry.key)).toEqual(['client-1', 'mine'])
  const after = reduceThread(before, {
    type: 'arrived',
    message: message(2, { clientId: 'mine', from: 'agent' }),
  })
  const entries = entriesOf(after, [pending('mine')])
  expect(entries.map((entry) => [entry.kind, entry.key])).toEqual([
    ['message', 'client-1'],
    ['message', 'mine'],
  ])
})
