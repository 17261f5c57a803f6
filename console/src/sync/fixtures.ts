import type { Message } from '@aichat/contracts/chat/messages'
import type { Session } from '@aichat/contracts/chat/sessions'
import type { SessionPage } from './session-list.ts'

/** Test data. */
export function createSession(sessionId: string, extra: Partial<Session> = {}): Session {
  return {
    sessionId,
    number: 1,
    tenantId: 'company',
    projectId: { _id: 'project', name: 'Shop' },
    status: 'active',
    visitor: { name: null, email: null, phone: null },
    lastMessage: 'hello',
    lastMessageFrom: 'visitor',
    lastMessageIsAi: false,
    lastPersonMessage: null,
    lastVisitorMessage: 'hello',
    visitorReadSeq: 0,
    visitorReadAt: null,
    emailedSeq: 0,
    lastMessageAt: '2026-01-01T00:00:00.000Z',
    lastSeq: 1,
    unreadCountAgent: 0,
    autoReplyEnabled: true,
    autoReplyOffBy: null,
    online: true,
    assignedAgentId: null,
    isAssignmentNew: false,
    needsHuman: false,
    waitingSince: null,
    pageUrl: null,
    rating: null,
    labelIds: [],
    createdAt: '2026-01-01T00:00:00.000Z',
    revision: 1,
    ...extra,
  }
}

export function createMessage(seq: number, extra: Partial<Message> = {}): Message {
  return {
    _id: `id-${seq}`,
    clientId: `client-${seq}`,
    sessionId: 'session',
    seq,
    from: 'visitor',
    type: 'text',
    text: `text ${seq}`,
    createdAt: `2026-01-01T00:00:${String(seq % 60).padStart(2, '0')}.000Z`,
    isAi: false,
    agent: null,
    attachments: [],
    meta: {},
    ...extra,
  }
}

export function createPage(...sessions: Session[]): SessionPage {
  return { sessions, total: sessions.length, unreadTotal: 0, page: 1, limit: 50, nextCursor: null }
}
