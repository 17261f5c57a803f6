import type { HandoverReason } from '@aichat/contracts/ai/reply-traces'
import type { MessageMeta } from '@aichat/contracts/chat/messages'
import type { Sql } from '../kit/db/db.ts'
import type { SenderKind } from '../messages/state-fields.ts'
import type { Closing, HistoryMessage, MessageKind } from './derive-facts.ts'

export type History = { sessionId: string; messages: HistoryMessage[]; closings: Closing[] }

type MessageRow = {
  sessionId: string
  seq: number
  senderKind: SenderKind
  senderId: string
  at: number
  kind: MessageMeta['kind'] | null
  reason: HandoverReason | null
  language: string | null
  helped: boolean | null
  isOpened: boolean
  rating: number | null
  isProgram: boolean
  isSmallTalk: boolean
  sourceIds: string[] | null
}

type ClosingRow = Closing & { sessionId: string }

/** What reports read of the messages and closings of conversations, in the order of seq. */
export async function loadHistories(sql: Sql, sessionIds: string[]): Promise<History[]> {
  // The texts are not read, and of traces only those of answers without a source, which may be small talk.
  const messages = await sql<MessageRow>`
    select m.session_id as "sessionId", m.seq, m.sender_kind as "senderKind", m.sender_id as "senderId",
      floor(extract(epoch from m.created_at) * 1000)::float8 as at, m.meta->>'kind' as kind, m.meta->>'reason' as reason,
      m.meta->>'language' as language, (m.meta->>'helped')::boolean as helped,
      m.meta ? 'opened' as "isOpened",
      (m.meta->'feedback'->>'rating')::int as rating,
      m.sender_kind = 'agent' and (m.meta ? 'apiKey' or exists (
        select from api_keys k where k.id = m.sender_id)) as "isProgram",
      m.sender_kind = 'ai' and coalesce(jsonb_array_length(m.meta->'sources'), 0) = 0 and coalesce((
        select t.trace->'decision'->>'rule' in ('small_talk', 'model_asked_back') from reply_traces t
        where t.session_id = m.session_id and t.seq = m.seq), false) as "isSmallTalk",
      case when m.sender_kind = 'ai' then jsonb_path_query_array(m.meta->'sources', '$[*].itemId') end as "sourceIds"
    from messages m where m.session_id = any(${sessionIds}::uuid[]) order by m.session_id, m.seq`
  const closings = await sql<ClosingRow>`
    select session_id as "sessionId", seq, floor(extract(epoch from closed_at) * 1000)::float8 as at
    from session_closings where session_id = any(${sessionIds}::uuid[]) order by session_id, seq, closed_at`
  const histories = new Map(sessionIds.map((sessionId) => [sessionId, { sessionId, ...emptyHistory() }]))
  for (const { sessionId, ...row } of messages)
    histories.get(sessionId)?.messages.push({
      ...row,
      kind: toKind(row),
      handoverReason: row.reason,
      sourceIds: row.sourceIds ?? [],
    })
  for (const { sessionId, ...closing } of closings) histories.get(sessionId)?.closings.push(closing)
  return [...histories.values()]
}

function emptyHistory(): { messages: HistoryMessage[]; closings: Closing[] } {
  return { messages: [], closings: [] }
}

function toKind({
  senderKind,
  kind,
  isProgram,
  isSmallTalk,
}: Pick<MessageRow, 'senderKind' | 'kind' | 'isProgram' | 'isSmallTalk'>): MessageKind {
  switch (senderKind) {
    case 'visitor':
      return 'visitor'
    case 'agent':
      return isProgram ? 'program' : 'person'
    case 'ai':
      if (kind === 'suggestions') return 'suggestions'
      return isSmallTalk ? 'ai_other' : 'answer'
    case 'system':
      if (kind === 'handover') return 'handover'
      if (kind === 'feedback') return 'rating'
      return kind === 'prechat_summary' ? 'form' : 'notice'
  }
}
