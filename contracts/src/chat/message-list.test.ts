import { expect, test } from 'vitest'
import { getContiguousSeq, mergeMessages } from './message-list.ts'
import type { Message } from './messages.ts'

const createMessage = (seq: number, meta: Message['meta'] = {}) =>
  ({ _id: `m${seq}`, seq, meta }) as unknown as Message
const seqsOf = (messages: readonly Message[]) => messages.map(({ seq }) => seq)

test('messages are sorted by seq, in whatever order they arrive', () => {
  const one = mergeMessages([], [createMessage(3)])
  expect(seqsOf(mergeMessages(one, [createMessage(4), createMessage(1)]))).toEqual([1, 3, 4])
})

test('nothing changes when every message is loaded, also under another id', () => {
  const loaded = [createMessage(1), createMessage(2)]
  expect(mergeMessages(loaded, [createMessage(2), createMessage(1)])).toBe(loaded)
  expect(mergeMessages(loaded, [{ ...createMessage(2), _id: 'other' }])).toBe(loaded)
})

test('a message with changed metadata replaces the loaded one, and leaves the others', () => {
  const loaded = [createMessage(1), createMessage(2)]
  const marked = createMessage(1, { pending: 'team' })
  const merged = mergeMessages(loaded, [marked, createMessage(3)])
  expect(merged[0]).toBe(marked)
  expect(merged[1]).toBe(loaded[1])
  expect(seqsOf(merged)).toEqual([1, 2, 3])
})

test.each([
  [[], 0, 0],
  [[1, 2, 3], 0, 3],
  [[1, 2, 5], 0, 2],
  [[40, 41], 39, 41],
  [[42], 39, 39],
])('the last seq before the first gap of %j after %i is %i', (seqs, afterSeq, expected) => {
  expect(
    getContiguousSeq(
      seqs.map((seq) => createMessage(seq)),
      afterSeq,
    ),
  ).toBe(expected)
})
