import type { Message } from '@aichat/contracts/chat/messages'
import { expect, test } from 'vitest'
import { createMessage } from './fixtures.ts'
import { emptyThread, hasGap, lastContiguousSeq, reduceThread, type Thread } from './thread.ts'

const message = (seq: number) => createMessage(seq)
const seqs = (thread: Thread) => thread.messages.map(({ seq }) => seq)
const join = (...messages: Message[]) => reduceThread(undefined, { type: 'joined', messages })

test('sorts messages by seq, in whatever order they arrive', () => {
  const thread = [message(3), message(1), message(2)].reduce(
    (before, one) => reduceThread(before, { type: 'arrived', message: one }),
    emptyThread,
  )
  expect(seqs(thread)).toEqual([1, 2, 3])
})

test('ignores a message that arrives twice', () => {
  const thread = join(message(1), message(2))
  expect(reduceThread(thread, { type: 'arrived', message: message(2) }).messages).toBe(thread.messages)
})

test('detects a gap, and closes it with the missing messages', () => {
  const incomplete = reduceThread(join(message(1), message(2)), { type: 'arrived', message: message(5) })
  expect(hasGap(incomplete)).toBe(true)
  expect(lastContiguousSeq(incomplete)).toBe(2)
  const missing = [message(3), message(4), message(5)]
  const complete = reduceThread(incomplete, { type: 'joined', messages: missing })
  expect(hasGap(complete)).toBe(false)
  expect(lastContiguousSeq(complete)).toBe(5)
})

test('does not take messages before the first loaded one for a gap', () => {
  const thread = join(message(40), message(41))
  expect(hasGap(thread)).toBe(false)
  expect(thread.hasOlder).toBe(true)
  const longer = reduceThread(thread, { type: 'older', messages: [message(39)], hasMore: true })
  expect(seqs(longer)).toEqual([39, 40, 41])
})

test('stores the last rating of a message and leaves the other messages unchanged', () => {
  const thread = join(message(1), message(2))
  const [first, second] = thread.messages
  const rate = (before: Thread, rating: number) =>
    reduceThread(before, { type: 'rated', messageId: second!._id, feedback: { rating, comment: '' } })
  const rated = rate(rate(thread, 1), 5)
  expect(rated.messages[0]).toBe(first)
  expect(rated.messages[1]).toEqual({ ...second, meta: { feedback: { rating: 5, comment: '' } } })
})

test('discards the loaded messages on a reset', () => {
  const thread = reduceThread(join(message(1)), { type: 'joined', messages: [message(900)], reset: true })
  expect(seqs(thread)).toEqual([900])
})

test('a message that is sent again with another mark replaces the loaded one', () => {
  const loaded = reduceThread(undefined, { type: 'joined', messages: [createMessage(1), createMessage(2)] })
  const marked = createMessage(1, { meta: { pending: 'team' } })
  const next = reduceThread(loaded, { type: 'arrived', message: marked })
  expect(next.messages).toEqual([marked, loaded.messages[1]])
  expect(reduceThread(next, { type: 'arrived', message: marked }).messages).toBe(next.messages)
})
