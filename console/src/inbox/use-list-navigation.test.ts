import type { Session } from '@aichat/contracts/chat/sessions'
import { expect, test } from 'vitest'
import { createSession } from '../sync/fixtures.ts'
import { findNext } from './use-list-navigation.ts'

const waiting = { waitingSince: '2026-03-02T09:00:00.000Z' }
const unread = { unreadCountAgent: 1 }
const next = (rows: Session[], from: string | null) => findNext(rows, from)?.sessionId

test('the next conversation that waits is opened although it is read, in the order of the list', () => {
  const rows = [
    createSession('a', waiting),
    createSession('b'),
    createSession('c', unread),
    createSession('d', { needsHuman: true }),
  ]
  expect(next(rows, 'b')).toBe('d')
  expect(next(rows, 'd')).toBe('a')
  expect(next(rows, null)).toBe('a')
})

test('without a waiting one, the next unread one is opened', () => {
  const rows = [createSession('a', unread), createSession('b'), createSession('c', unread)]
  expect(next(rows, 'b')).toBe('c')
  expect(next(rows, 'c')).toBe('a')
})

test('the conversation itself is never the next one', () => {
  expect(next([createSession('a', waiting), createSession('b')], 'a')).toBeUndefined()
  expect(next([], null)).toBeUndefined()
})
