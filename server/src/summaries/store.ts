import type { WrittenSummary } from '@aichat/contracts/chat/summaries'
import type { Sql } from '../kit/db/db.ts'

export async function findWrittenSummary(sql: Sql, sessionId: string): Promise<WrittenSummary | null> {
  const [row] = await sql<WrittenSummary>`
    select text, until_seq as "untilSeq", until_at as "untilAt", model, prompt_version as "promptVersion",
      created_at as "createdAt"
    from conversation_summaries where session_id = ${sessionId}`
  return row ?? null
}

/** Replaces the stored summary unless that one covers more messages. Stores nothing for a deleted conversation. */
export async function saveWrittenSummary(
  sql: Sql,
  sessionId: string,
  written: Omit<WrittenSummary, 'createdAt'>,
): Promise<void> {
  const { text, untilSeq, untilAt, model, promptVersion } = written
  await sql`
    insert into conversation_summaries as s
      (company_id, session_id, text, until_seq, until_at, model, prompt_version)
    select company_id, id, ${text}, ${untilSeq}, ${untilAt}::timestamptz, ${model}, ${promptVersion}
    from sessions where id = ${sessionId} for key share
    on conflict (session_id) do update set
      text = excluded.text, until_seq = excluded.until_seq, until_at = excluded.until_at, model = excluded.model,
      prompt_version = excluded.prompt_version, created_at = excluded.created_at
    where s.until_seq <= excluded.until_seq`
}
