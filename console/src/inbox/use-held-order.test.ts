import { expect, test } from 'vitest'
import { createSession } from '../sync/fixtures.ts'
import { holdOrder } from './use-held-order.ts'

const ids = (sessions: ReturnType<typeof holdOrder>) => sessions.map(({ sessionId }) => sessionId)

test('rows stay in their order, new ones wait, and older ones come below', () => {
  const [a, b, c] = ['a', 'b', 'c'].map((id) => createSession(id)) as [never, never, never]
  const moved = createSession('c', { lastMessage: 'newer' })
  expect(ids(holdOrder([moved, a, b], ['a', 'b', 'c']))).toEqual(['a', 'b', 'c'])
  expect(holdOrder([moved, a, b], ['a', 'b', 'c'])[2]).toBe(moved)
  expect(ids(holdOrder([createSession('new'), a, b, c], ['a', 'b', 'c']))).toEqual(['a', 'b', 'c'])
  expect(ids(holdOrder([a, b, c, createSession('older')], ['a', 'b', 'c']))).toEqual(['a', 'b', 'c', 'older'])
  expect(ids(holdOrder([a, c], ['a', 'b', 'c']))).toEqual(['a', 'c'])
})
