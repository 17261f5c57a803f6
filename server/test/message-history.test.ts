import type { Message } from '@aichat/contracts/chat/messages'
import { describe, expect, test } from 'vitest'
import { assertNoViolations, findViolations, type History } from './message-history.ts'

describe('findViolations', () => {
  const sessionId = 's1'
  const message = (seq: number, clientId: string): Message => ({
    _id: `id-${clientId}`,
    clientId,
    sessionId,
    seq,
    from: 'visitor',
    type: 'text',
    text: clientId,
    createdAt: `2026-01-01T00:00:0${seq}.000Z`,
    isAi: false,
    agent: null,
    attachments: [],
    meta: {},
  })
  const send = (clientId: string, seq: number | null) => ({
    sender: 'ann',
    sessionId,
    clientId,
    text: clientId,
    acks: seq === null ? [] : [{ id: `id-${clientId}`, seq }],
  })
  const shown = (clientId: string, seq: number) => ({ observer: 'bob', sessionId, id: `id-${clientId}`, seq })
  const verdict = (sends: History['sends'], messages: Message[], seen: History['shown'] = []) =>
    findViolations({ sends, shown: seen }, new Map([[sessionId, messages]])).map(
      (problem) => problem.split(':')[0],
    )

  test('accepts a consistent history, whether or not an unacknowledged send was stored', () => {
    const sends = [send('a', 1), send('b', 2), send('c', null)]
    expect(verdict(sends, [message(1, 'a'), message(2, 'b')], [shown('a', 1)])).toEqual([])
    expect(verdict(sends, [message(1, 'a'), message(2, 'b'), message(3, 'c')])).toEqual([])
  })

  test('reports lost, duplicated, reordered, missing and foreign messages', () => {
    expect(verdict([send('a', 1), send('b', 2)], [message(1, 'a')])).toEqual(['lost'])
    expect(verdict([send('a', 1)], [message(1, 'a'), { ...message(2, 'a'), _id: 'id-a2' }])).toContain(
      'doubled',
    )
    expect(verdict([send('a', 2), send('b', 1)], [message(1, 'b'), message(2, 'a')])).toEqual(['order'])
    expect(verdict([send('a', 1), send('b', 3)], [message(1, 'a'), message(3, 'b')])).toEqual(['gap'])
    expect(verdict([send('a', 1)], [message(1, 'a'), message(2, 'x')])).toEqual(['foreign'])
    expect(verdict([send('a', 1)], [{ ...message(1, 'a'), text: 'b' }])).toEqual(['changed'])
  })

  test('reports displayed messages with a wrong seq or that were never stored', () => {
    const sends = [send('a', 1)]
    expect(verdict(sends, [message(1, 'a')], [shown('a', 1), shown('a', 2)])).toEqual(['shown'])
    expect(verdict(sends, [message(1, 'a')], [shown('b', 2)])).toEqual(['shown'])
  })
})

test('violations are an error that no repetition forgives', () => {
  assertNoViolations([])
  expect(() => assertNoViolations(['lost: a'])).toThrow(
    expect.objectContaining({ name: 'MessageHistoryViolation', message: 'lost: a' }),
  )
})
