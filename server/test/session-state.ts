import { newId } from '../src/kit/db/ids.ts'
import type { SessionState } from '../src/messages/state-fields.ts'

/** A new conversation, without messages and without auto-reply unless stated otherwise. */
export function createState(fields: Partial<SessionState> = {}): SessionState {
  return {
    sessionId: newId(),
    projectId: newId(),
    visitorId: newId(),
    status: 'active',
    lastSeq: 0,
    lastMessage: null,
    lastPersonMessage: null,
    lastPersonSender: null,
    lastSender: null,
    lastMessageAt: '2026-01-01T00:00:00.000Z',
    unread: 0,
    autoReply: false,
    autoReplySeconds: 5,
    autoReplyOffBy: null,
    autoReplyResumeMinutes: 0,
    release: null,
    unansweredSeq: null,
    lastAiAt: null,
    lastAgentAt: null,
    needsHuman: false,
    personRequested: false,
    unansweredStretch: null,
    reopenedSeq: 0,
    consecutiveAiReplies: 0,
    version: '1',
    ...fields,
  }
}
