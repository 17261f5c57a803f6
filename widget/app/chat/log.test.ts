import type { Message } from '@aichat/contracts/chat/messages'
import { describe, expect, test } from 'vitest'
import {
  contiguousSeq,
  emptyLog,
  enqueue,
  hasGap,
  merge,
  nextToSend,
  setRating,
  setRefusal,
  startLog,
} from './log.ts'

function message(seq: number, more: Partial<Message> = {}): Message {
  return {
    _id: `id-${seq}`,
    clientId: `client-${seq}`,
    sessionId: 'one',
    seq,
    from: 'agent',
    type: 'text',
    text: `message ${seq}`,
    createdAt: '2026-11-21T10:00:00.000Z',
    isAi: false,
    agent: null,
    attachments: [],
    meta: {},
    ...more,
  }
}

const seqs = (log: { messages: readonly Message[] }) => log.messages.map((one) => one.seq)

test('stores the latest rating with its reply', () => {
  const log = merge(emptyLog, [message(1), message(2)])
  const rated = setRating(setRating(log, 'id-2', 1), 'id-2', 5)
  expect(rated.messages.map(({ meta }) => meta.feedback?.rating)).toEqual([undefined, 5])
})

describe('merge', () => {
  test('sorts messages', () => {
    const log = merge(merge(emptyLog, [message(3)]), [message(2), message(1)])
    expect(seqs(log)).toEqual([1, 2, 3])
  })

  test('ignores duplicates by id and by seq', () => {
    const log = merge(emptyLog, [message(1), message(1), message(1, { _id: 'other' })])
    expect(seqs(merge(log, [message(1)]))).toEqual([1])
  })

  test('returns the same log if nothing is new', () => {
    const log = merge(emptyLog, [message(1)])
    expect(merge(log, [message(1)])).toBe(log)
  })

  test('ignores messages of another conversation', () => {
    const log = merge(emptyLog, [message(1)])
    expect(seqs(merge(log, [message(2, { sessionId: 'two' })]))).toEqual([1])
  })

  test('gives the same result for any order with repeats', () => {
    let seed = 7
    const random = () => {
      seed = (seed * 16807) % 2147483647
      return seed / 2147483647
    }
    for (let round = 0; round < 200; round++) {
      const all = Array.from({ length: 30 }, (_, index) => message(index + 1))
      const sent = [...all, ...all].sort(() => random() - 0.5)
      let log = emptyLog
      while (sent.length) log = merge(log, sent.splice(0, 1 + Math.floor(random() * 4)))
      expect(seqs(log)).toEqual(all.map((one) => one.seq))
      expect(hasGap(log)).toBe(false)
    }
  })
})

describe('gaps', () => {
  test('the contiguous part ends before the gap', () => {
    const log = merge(emptyLog, [message(1), message(2), message(5)])
    expect(contiguousSeq(log)).toBe(2)
    expect(hasGap(log)).toBe(true)
  })

  test('detects a gap before the first message', () => {
    const log = merge(emptyLog, [message(4)])
    expect(contiguousSeq(log)).toBe(0)
    expect(hasGap(log)).toBe(true)
  })

  test('a log that begins later has no gap before its base', () => {
    const log = startLog(emptyLog, 'one', [message(8), message(9)], 7)
    expect(contiguousSeq(log)).toBe(9)
    expect(hasGap(log)).toBe(false)
    expect(seqs(merge(log, [message(3)]))).toEqual([8, 9])
  })
})

describe('pending', () => {
  test('replaces a pending message by the visitor’s stored one with the same clientId', () => {
    const log = enqueue(enqueue(emptyLog, 'a', 'first'), 'b', 'second')
    expect(merge(log, [message(1, { clientId: 'a' })]).pending).toHaveLength(2)
    const arrived = merge(log, [message(1, { clientId: 'a', from: 'visitor' })])
    expect(arrived.pending.map((one) => one.clientId)).toEqual(['b'])
    expect(seqs(arrived)).toEqual([1])
  })

  test('ignores an acknowledgement that arrives after the event', () => {
    const own = message(1, { clientId: 'a', from: 'visitor' })
    const log = merge(enqueue(emptyLog, 'a', 'first'), [own])
    expect(merge(log, [own])).toBe(log)
  })

  test('is sent in order; a refused message waits for a retry', () => {
    const log = enqueue(enqueue(emptyLog, 'a', 'first'), 'b', 'second')
    expect(nextToSend(log)?.clientId).toBe('a')
    const refused = setRefusal(log, 'a', 'No')
    expect(nextToSend(refused)?.clientId).toBe('b')
    expect(nextToSend(setRefusal(refused, 'a', null))?.clientId).toBe('a')
  })

  test('survives a new conversation', () => {
    const log = startLog(enqueue(merge(emptyLog, [message(1)]), 'a', 'first'), 'two', [], 0)
    expect(log.pending).toHaveLength(1)
    expect(log.messages).toHaveLength(0)
  })
})

test('replaces a message whose mark has changed, and no other duplicate', () => {
  const log = merge(emptyLog, [message(1, { from: 'visitor' }), message(2)])
  const marked = merge(log, [message(1, { from: 'visitor', meta: { pending: 'team' } })])
  expect(marked.messages[0]?.meta).toEqual({ pending: 'team' })
  expect(marked.messages[1]).toBe(log.messages[1])
  expect(merge(log, [message(2, { text: 'another text' })])).toBe(log)
})
