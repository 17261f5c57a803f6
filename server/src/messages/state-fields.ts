import type { SessionStatus } from '@aichat/contracts/chat/sessions'
import { createFields, type RowOf } from '../kit/db/fields.ts'

export type SenderKind = 'visitor' | 'agent' | 'ai' | 'system'

/** Since the last answer: an acknowledgement, or the mark "pending" on a message. */
export type UnansweredStretch = 'acknowledged' | 'pending'

/** An agent who has written a message. */
export type AgentSender = { userId: string; name: string }

export type ReleaseSettings = {
  number: number
  autoReply: boolean
  manualOnReply: boolean
  resumeMinutes: number
}

const { column, readOnly } = createFields('s')

const release = `
  case when s.auto_reply or s.auto_reply_off_by is not null then (
    select jsonb_build_object('number', r.number, 'autoReply', r.config->'agent'->'autoReply',
      'manualOnReply', coalesce(r.config->'behavior'->'manualOnReply', 'true'),
      'resumeMinutes', coalesce(r.config->'behavior'->'autoReplyResumeMinutes', '0'))
    from releases r where r.project_id = s.project_id order by r.number desc limit 1) end`

/** The columns of a conversation that change with every message. Times are ISO 8601 text. */
export const stateFields = {
  sessionId: column<string>('session_id', 'uuid'),
  projectId: readOnly<string>('project_id'),
  visitorId: readOnly<string>('visitor_id'),
  status: column<SessionStatus>('status', 'text'),
  lastSeq: column<number>('last_seq', 'int'),
  lastMessage: column<string | null>('last_message', 'text'),
  /** The last message before a hand-over that is the last message; otherwise null. */
  lastPersonMessage: column<string | null>('last_person_message', 'text'),
  /** The visitor's last message while a later one is the last message; otherwise null. */
  lastVisitorMessage: column<string | null>('last_visitor_message', 'text'),
  lastSender: column<SenderKind | null>('last_message_from', 'text'),
  lastMessageAt: column<string>('last_message_at', 'timestamptz'),
  unread: column<number>('unread_count', 'int'),
  autoReply: column<boolean>('auto_reply', 'boolean'),
  autoReplySeconds: readOnly<number>('auto_reply_delay_seconds'),
  /** Whose reply turned auto-reply off. Null while it is on or where the switch decided. */
  autoReplyOffBy: column<AgentSender | null>('auto_reply_off_by', 'jsonb'),
  /** Auto-reply is turned on again after this time without a message of an agent; 0 for never. */
  autoReplyResumeMinutes: column<number>('auto_reply_resume_minutes', 'int'),
  /** The settings of the live release. Null where no message of this conversation depends on them. */
  release: readOnly<ReleaseSettings | null>(release),
  /** The seq of the visitor's pending question, which the AI has not answered yet. */
  unansweredSeq: column<number | null>('unanswered_seq', 'int'),
  /** When the visitor sent the first message that neither the team nor the AI has answered; null when none waits. */
  waitingSince: column<string | null>('waiting_since', 'timestamptz'),
  lastAiAt: column<string | null>('last_ai_at', 'timestamptz'),
  lastAgentAt: column<string | null>('last_agent_at', 'timestamptz'),
  needsHuman: column<boolean>('needs_human', 'boolean'),
  /** The visitor has asked for a person since the last answer. */
  personRequested: column<boolean>('person_requested', 'boolean'),
  /** What the visitor has seen since the first message that nothing answered; see `UnansweredStretch`. */
  unansweredStretch: column<UnansweredStretch | null>('unanswered_stretch', 'text'),
  /** The seq of the message that started or last reopened the conversation. */
  reopenedSeq: column<number>('reopened_seq', 'int'),
  /** Consecutive replies of the AI since an agent last wrote. */
  consecutiveAiReplies: column<number>('consecutive_ai_replies', 'int'),
  /** The transaction that last wrote the row. It changes with every update. */
  version: readOnly<string>('s.xmin::text'),
}

export type SessionState = RowOf<typeof stateFields>
