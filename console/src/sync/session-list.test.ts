import type { Message } from '@aichat/contracts/chat/messages'
import type { Session } from '@aichat/contracts/chat/sessions'
import { expect, test } from 'vitest'
import { createPage, createSession } from './fixtures.ts'
import {
  appendPage,
  type ListFilter,
  patchFromMessage,
  patchRow,
  replaceFirstPage,
  type SessionPage,
  upsertRow,
} from './session-list.ts'

const active: ListFilter = { status: 'active', search: '' }

const session = (sessionId: string, minute: number, extra: Partial<Session> = {}) =>
  createSession(sessionId, { lastMessageAt: `2026-01-01T00:0${minute}:00.000Z`, ...extra })
const page = createPage
const ids = ({ sessions }: SessionPage) => sessions.map((one) => one.sessionId)
const message = {
  seq: 2,
  from: 'visitor',
  text: 'new',
  isAi: false,
  attachments: [],
  meta: {},
  createdAt: '2026-01-01T00:09:00.000Z',
} as unknown as Message

test('sorts the conversation with the newest message first', () => {
  const moved = patchRow(page(session('a', 2), session('b', 1)), active, 'b', {
    lastMessageAt: '2026-01-01T00:09:00.000Z',
  })
  expect(ids(moved)).toEqual(['b', 'a'])
})

test('removes a closed conversation from the active list', () => {
  const left = patchRow(page(session('a', 2), session('b', 1)), active, 'a', { status: 'closed' })
  expect(ids(left)).toEqual(['b'])
  expect(left.total).toBe(1)
})

test('adds a new conversation to the list that it matches, but not to search results', () => {
  expect(ids(upsertRow(page(session('a', 1)), active, session('b', 2)))).toEqual(['b', 'a'])
  expect(ids(upsertRow(page(), { ...active, search: 'x' }, session('b', 2)))).toEqual([])
  expect(ids(upsertRow(page(), { ...active, status: 'closed' }, session('b', 2)))).toEqual([])
})

test('counts a visitor message as unread once, unless the conversation is open', () => {
  const row = session('a', 1)
  expect(patchFromMessage(row, message, false)).toMatchObject({ unreadCountAgent: 1, lastMessage: 'new' })
  expect(patchFromMessage(row, message, true)).toMatchObject({ unreadCountAgent: 0 })
  expect(patchFromMessage({ ...row, lastSeq: 2, unreadCountAgent: 1 }, message, false)).toEqual({})
  expect(patchFromMessage(row, { ...message, from: 'agent' }, false)).toMatchObject({ unreadCountAgent: 0 })
})

test('shows the message before a hand-over as the last one of a person', () => {
  const row = session('a', 1, { lastPersonMessage: 'Where is it?' })
  const handover: Message = { ...message, from: 'system', meta: { kind: 'handover' } }
  const patched = { ...row, ...patchFromMessage(row, handover, false) }
  expect(patched).toMatchObject({ lastPersonMessage: 'Where is it?' })
  const reply: Message = { ...message, from: 'agent', isAi: true }
  expect(patchFromMessage(row, reply, false)).toMatchObject({ lastPersonMessage: 'new' })
})

test("keeps the visitor's last message", () => {
  const row = session('a', 1, { lastVisitorMessage: 'Where is it?' })
  const patch = (from: Message['from']) => patchFromMessage(row, { ...message, from }, false)
  expect({ ...row, ...patch('agent') }).toMatchObject({
    lastMessage: 'new',
    lastVisitorMessage: 'Where is it?',
  })
  expect(patch('visitor')).toMatchObject({ lastVisitorMessage: 'new' })
})

test('clears "needs a person" after an agent reply, but not after any other message', () => {
  const row = session('a', 1, { needsHuman: true })
  expect(patchFromMessage(row, { ...message, from: 'agent' }, true)).toMatchObject({ needsHuman: false })
  expect(patchFromMessage(row, { ...message, from: 'agent', isAi: true }, true)).toMatchObject({
    needsHuman: true,
  })
  for (const from of ['visitor', 'system'] as const) {
    expect(patchFromMessage(row, { ...message, from }, true)).toMatchObject({ needsHuman: true })
  }
})

test('adds and removes rows under a view and a label', () => {
  const waiting: ListFilter = { ...active, view: 'needs_you' }
  const answered: ListFilter = { ...active, view: 'ai' }
  const labeled: ListFilter = { ...active, labelId: 'urgent' }
  expect(ids(patchRow(page(session('a', 1)), waiting, 'a', { needsHuman: false }))).toEqual([])
  expect(ids(upsertRow(page(), waiting, session('a', 1)))).toEqual([])
  expect(ids(upsertRow(page(), waiting, session('a', 1, { needsHuman: true })))).toEqual(['a'])
  expect(ids(upsertRow(page(), waiting, session('a', 1, { waitingSince: message.createdAt })))).toEqual(['a'])
  expect(ids(upsertRow(page(), answered, session('a', 1, { lastMessageIsAi: true })))).toEqual(['a'])
  expect(
    ids(upsertRow(page(), answered, session('a', 1, { lastMessageIsAi: true, needsHuman: true }))),
  ).toEqual([])
  expect(ids(upsertRow(page(), labeled, session('a', 1, { labelIds: ['urgent'] })))).toEqual(['a'])
  expect(ids(upsertRow(page(), labeled, session('a', 1)))).toEqual([])
})

test('a visitor waits for the team where the AI does not answer, until an answer', () => {
  const since = (row: Session, from: Message['from'], isAi = false) =>
    patchFromMessage(row, { ...message, from, isAi }, false).waitingSince
  const before = '2026-01-01T00:00:30.000Z'
  const waiting = session('a', 1, { waitingSince: before })
  expect(since(session('a', 1), 'visitor')).toBeNull()
  expect(since(session('a', 1, { autoReplyEnabled: false }), 'visitor')).toBe(message.createdAt)
  expect(since(session('a', 1, { needsHuman: true }), 'visitor')).toBe(message.createdAt)
  expect(since(waiting, 'visitor')).toBe(before)
  expect(since(waiting, 'system')).toBe(before)
  expect(since(waiting, 'agent')).toBeNull()
  expect(since(waiting, 'agent', true)).toBeNull()
  expect(since({ ...waiting, needsHuman: true }, 'agent', true)).toBe(before)
})

test('keeps the rows below a reloaded first page, unless there may be a gap', () => {
  const loaded = appendPage(
    { ...page(session('e', 5), session('d', 4)), nextCursor: 'after d' },
    { ...page(session('c', 3), session('b', 2)), nextCursor: 'after b' },
  )
  expect(ids(loaded)).toEqual(['e', 'd', 'c', 'b'])
  const moved = { ...page(session('b', 6), session('e', 5)), nextCursor: 'after e' }
  expect(ids(replaceFirstPage(loaded, moved))).toEqual(['b', 'e', 'd', 'c'])
  expect(replaceFirstPage(loaded, moved).nextCursor).toBe('after b')
  const unrelated = { ...page(session('y', 8), session('x', 7)), nextCursor: 'after x' }
  expect(ids(replaceFirstPage(loaded, unrelated))).toEqual(['y', 'x'])
  expect(replaceFirstPage(loaded, unrelated).nextCursor).toBe('after x')
  expect(ids(replaceFirstPage(loaded, page(session('e', 5))))).toEqual(['e'])
})

test('keeps the rows of a reloaded first page that have changed since the server read it', () => {
  const newer = session('a', 7, { lastSeq: 3, revision: 4 })
  const loaded = page(session('b', 5), newer)
  const received = page(session('b', 5, { revision: 9 }), session('a', 2, { lastSeq: 2, revision: 4 }))
  for (const nextCursor of [null, 'after a']) {
    const { sessions } = replaceFirstPage(loaded, { ...received, nextCursor })
    expect(sessions).toEqual([newer, session('b', 5, { revision: 9 })])
  }
})
