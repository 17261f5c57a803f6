import type { Message, Session } from '@aichat/contracts/sessions'
import { expect, test } from 'vitest'
import { type ListFilter, patchRow, rowAfterMessage, type SessionPage, takeSession } from './list.ts'

const active: ListFilter = { status: 'active', search: '', limit: 50 }

function session(sessionId: string, minute: number, extra: Partial<Session> = {}): Session {
  return {
    sessionId,
    tenantId: 'company',
    projectId: { _id: 'project', name: 'Shop' },
    status: 'active',
    visitor: { name: null, email: null, phone: null },
    lastMessage: 'hello',
    lastMessageFrom: 'visitor',
    lastMessageAt: `2026-01-01T00:0${minute}:00.000Z`,
    lastSeq: 1,
    unreadCountAgent: 0,
    autoReplyEnabled: true,
    online: true,
    assignedAgentId: null,
    needsHuman: false,
    pageUrl: null,
    createdAt: '2026-01-01T00:00:00.000Z',
    ...extra,
  }
}

function page(...sessions: Session[]): SessionPage {
  return { sessions, total: sessions.length, unreadTotal: 0, page: 1, limit: 50, nextCursor: null }
}

const ids = ({ sessions }: SessionPage) => sessions.map((one) => one.sessionId)
const message = { seq: 2, from: 'visitor', text: 'new', createdAt: '2026-01-01T00:09:00.000Z' } as Message

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
