import type { Message } from '@aichat/contracts/messages'
import type { Session } from '@aichat/contracts/sessions'
import { expect, test } from 'vitest'
import {
  appendPage,
  type ListFilter,
  patchRow,
  renewPage,
  rowAfterMessage,
  type SessionPage,
  takeSession,
} from './session-list.ts'

const active: ListFilter = { status: 'active', search: '' }

function session(sessionId: string, minute: number, extra: Partial<Session> = {}): Session {
  return {
    sessionId,
    tenantId: 'company',
    projectId: { _id: 'project', name: 'Shop' },
    status: 'active',
    visitor: { name: null, email: null, phone: null },
    lastMessage: 'hello',
    lastMessageFrom: 'visitor',
    lastMessageIsAi: false,
    lastMessageAt: `2026-01-01T00:0${minute}:00.000Z`,
    lastSeq: 1,
    unreadCountAgent: 0,
    autoReplyEnabled: true,
    online: true,
    assignedAgentId: null,
    needsHuman: false,
    pageUrl: null,
    rating: null,
    labelIds: [],
    createdAt: '2026-01-01T00:00:00.000Z',
    ...extra,
  }
}

function page(...sessions: Session[]): SessionPage {
  return { sessions, total: sessions.length, unreadTotal: 0, page: 1, limit: 50, nextCursor: null }
}

const ids = ({ sessions }: SessionPage) => sessions.map((one) => one.sessionId)
const message = {
  seq: 2,
  from: 'visitor',
  text: 'new',
  isAi: false,
  attachments: [],
  createdAt: '2026-01-01T00:09:00.000Z',
} as unknown as Message

test('the conversation that moved last comes first', () => {
  const moved = patchRow(page(session('a', 2), session('b', 1)), active, 'b', {
    lastMessageAt: '2026-01-01T00:09:00.000Z',
  })
  expect(ids(moved)).toEqual(['b', 'a'])
})

test('a conversation that was closed leaves the active list', () => {
  const left = patchRow(page(session('a', 2), session('b', 1)), active, 'a', { status: 'closed' })
  expect(ids(left)).toEqual(['b'])
  expect(left.total).toBe(1)
})

test('an unknown session joins the list it belongs to, but never a search', () => {
  expect(ids(takeSession(page(session('a', 1)), active, session('b', 2)))).toEqual(['b', 'a'])
  expect(ids(takeSession(page(), { ...active, search: 'x' }, session('b', 2)))).toEqual([])
  expect(ids(takeSession(page(), { ...active, status: 'closed' }, session('b', 2)))).toEqual([])
})

test('a visitor raises the count of a conversation that is not open, once', () => {
  const row = session('a', 1)
  expect(rowAfterMessage(row, message, false)).toMatchObject({ unreadCountAgent: 1, lastMessage: 'new' })
  expect(rowAfterMessage(row, message, true)).toMatchObject({ unreadCountAgent: 0 })
  expect(rowAfterMessage({ ...row, lastSeq: 2, unreadCountAgent: 1 }, message, false)).toEqual({})
  expect(rowAfterMessage(row, { ...message, from: 'agent' }, false)).toMatchObject({ unreadCountAgent: 0 })
})

test('a person’s answer, and no other message, takes the mark away that one is needed', () => {
  const row = session('a', 1, { needsHuman: true })
  expect(rowAfterMessage(row, { ...message, from: 'agent' }, true)).toMatchObject({ needsHuman: false })
  expect(rowAfterMessage(row, { ...message, from: 'agent', isAi: true }, true)).toMatchObject({
    needsHuman: true,
  })
  for (const from of ['visitor', 'system'] as const) {
    expect(rowAfterMessage(row, { ...message, from }, true)).toMatchObject({ needsHuman: true })
  }
})

test('a conversation leaves and joins the list of those that need a person, and of a label', () => {
  const waiting: ListFilter = { ...active, needsHuman: true }
  const labelled: ListFilter = { ...active, labelId: 'urgent' }
  expect(ids(patchRow(page(session('a', 1)), waiting, 'a', { needsHuman: false }))).toEqual([])
  expect(ids(takeSession(page(), waiting, session('a', 1)))).toEqual([])
  expect(ids(takeSession(page(), waiting, session('a', 1, { needsHuman: true })))).toEqual(['a'])
  expect(ids(takeSession(page(), labelled, session('a', 1, { labelIds: ['urgent'] })))).toEqual(['a'])
  expect(ids(takeSession(page(), labelled, session('a', 1)))).toEqual([])
})

test('what was loaded below stays when the first page is loaded anew, unless there may be a gap', () => {
  const known = appendPage(
    { ...page(session('e', 5), session('d', 4)), nextCursor: 'after d' },
    { ...page(session('c', 3), session('b', 2)), nextCursor: 'after b' },
  )
  expect(ids(known)).toEqual(['e', 'd', 'c', 'b'])
  const moved = { ...page(session('b', 6), session('e', 5)), nextCursor: 'after e' }
  expect(ids(renewPage(known, moved))).toEqual(['b', 'e', 'd', 'c'])
  expect(renewPage(known, moved).nextCursor).toBe('after b')
  const strange = { ...page(session('y', 8), session('x', 7)), nextCursor: 'after x' }
  expect(ids(renewPage(known, strange))).toEqual(['y', 'x'])
  expect(renewPage(known, strange).nextCursor).toBe('after x')
  expect(ids(renewPage(known, page(session('e', 5))))).toEqual(['e'])
})
