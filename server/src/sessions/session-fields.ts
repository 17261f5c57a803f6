import type { Sender } from '@aichat/contracts/chat/messages'
import type { Session, SessionStatus, VisitorAttributes } from '@aichat/contracts/chat/sessions'
import { createFields, type RowOf } from '../kit/db/fields.ts'

const { readOnly, composed } = createFields('s')

/**
 * The fields of a session except `online`, which is added to each response. The aliases are those of `session_states` (s),
 * `sessions` (d) and `projects` (p).
 */
export const sessionFields = {
  sessionId: readOnly<string>('session_id'),
  number: readOnly<number | null>('d.number'),
  tenantId: readOnly<string>('company_id'),
  projectId: composed(
    { _id: readOnly<string>('p.id'), name: readOnly<string>('p.name') },
    (project): Session['projectId'] => project,
  ),
  status: readOnly<SessionStatus>('status'),
  visitor: composed(
    {
      name: readOnly<string | null>('d.visitor_name'),
      email: readOnly<string | null>('d.visitor_email'),
      phone: readOnly<string | null>('d.visitor_phone'),
      externalId: readOnly<string | null>('d.visitor_external_id'),
      attributes: readOnly<VisitorAttributes | null>('d.visitor_attributes'),
    },
    ({ name, email, phone, externalId, attributes }): Session['visitor'] => ({
      name,
      email,
      phone,
      ...(externalId === null ? {} : { verified: true, externalId }),
      ...(attributes === null ? {} : { attributes }),
    }),
  ),
  lastMessage: readOnly<string | null>('last_message'),
  /** The sender as clients see it: a reply of the AI is from the agent side. */
  lastMessageFrom: readOnly<Sender | null>(
    "case s.last_message_from when 'ai' then 'agent' else s.last_message_from end",
  ),
  lastMessageIsAi: readOnly<boolean>("coalesce(s.last_message_from = 'ai', false)"),
  lastMessageAt: readOnly<string>('last_message_at'),
  lastPersonMessage: readOnly<string | null>(
    "coalesce(case when s.last_message_from = 'system' then s.last_person_message end, s.last_message)",
  ),
  lastVisitorMessage: readOnly<string | null>(
    "case when s.last_message_from = 'visitor' then s.last_message else s.last_visitor_message end",
  ),
  lastSeq: readOnly<number>('last_seq'),
  visitorReadSeq: readOnly<number>('d.visitor_read_seq'),
  visitorReadAt: readOnly<string | null>('d.visitor_read_at'),
  emailedSeq: readOnly<number>('d.emailed_seq'),
  unreadCountAgent: readOnly<number>('unread_count'),
  autoReplyEnabled: readOnly<boolean>('auto_reply'),
  autoReplyOffBy: readOnly<Session['autoReplyOffBy']>('auto_reply_off_by'),
  assignedAgentId: readOnly<string | null>('assigned_agent_id'),
  isAssignmentNew: readOnly<boolean>('is_assignment_new'),
  needsHuman: readOnly<boolean>('needs_human'),
  /** Null while the AI is about to reply. */
  waitingSince: readOnly<string | null>(
    'case when s.needs_human or s.unanswered_seq is null then s.waiting_since end',
  ),
  pageUrl: readOnly<string | null>('d.page_url'),
  rating: composed(
    { rating: readOnly<number | null>('d.rating'), comment: readOnly<string | null>('d.rating_comment') },
    ({ rating, comment }): Session['rating'] => (rating === null ? null : { rating, comment: comment ?? '' }),
  ),
  labelIds: readOnly<string[]>(
    'array(select l.label_id from session_labels l where l.session_id = s.session_id order by l.label_id)',
  ),
  createdAt: readOnly<string>('d.created_at'),
  revision: readOnly<number>('rev'),
}

/** A session from the database. `visitorId` is not part of any response. */
export type StoredSession = RowOf<typeof sessionFields> & { visitorId: string }

const fieldNames = Object.keys(sessionFields) as (keyof typeof sessionFields)[]

/** Copies the fields of a response one by one: an object rest of fifty sessions costs more than their JSON.stringify. */
export function copySessionFields(stored: StoredSession): RowOf<typeof sessionFields> {
  const fields: Record<string, unknown> = {}
  for (const name of fieldNames) fields[name] = stored[name]
  return fields as RowOf<typeof sessionFields>
}
