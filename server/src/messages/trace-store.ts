import type { ReplyTrace } from '@aichat/contracts/ai/reply-traces'
import type { Sql } from '../kit/db/db.ts'

/** Inserted before the messages, in the same transaction. */
export async function insertReplyTraces(
  sql: Sql,
  companyId: string,
  traces: { sessionId: string; seq: number; trace: ReplyTrace }[],
): Promise<void> {
  await sql`
    insert into reply_traces (company_id, session_id, seq, trace)
    select ${companyId}, t.session_id, t.seq, t.trace
    from unnest(${traces.map((one) => one.sessionId)}::uuid[], ${traces.map((one) => one.seq)}::int[],
      ${traces.map((one) => JSON.stringify(one.trace))}::jsonb[]) as t (session_id, seq, trace)`
}

/** Visitors' messages that were marked together have one trace, stored at the last of them. */
export async function findReplyTrace(
  sql: Sql,
  sessionId: string,
  messageId: string,
): Promise<ReplyTrace | null> {
  const [found] = await sql<{ trace: ReplyTrace }>`
    select t.trace from messages m
    join reply_traces t on t.session_id = m.session_id and t.seq >= m.seq
    join messages n on n.session_id = t.session_id and n.seq = t.seq
    where m.session_id = ${sessionId} and m.id = ${messageId}
      and (t.seq = m.seq or m.meta ? 'pending' and n.meta ? 'pending')
    order by t.seq limit 1`
  return found?.trace ?? null
}
