import type { Sql } from '../kit/db/db.ts'
import type { Scope } from './store.ts'

export type AskedQuestion = {
  question: string
  sessionId: string
  seq: number
  at: string
  isUnanswered: boolean
}

const maxTraces = 2000

/** The newest questions to the AI that it answered from the knowledge or could not answer, newest first. */
export function listAskedQuestions(sql: Sql, projectId: string): Promise<AskedQuestion[]> {
  return sql<AskedQuestion>`
    select question, session_id as "sessionId", seq, created_at as at, outcome not in ('answered', 'suggested') as "isUnanswered"
    from (
      select t.session_id, t.seq, t.created_at, left(t.trace->>'question', 2000) as question,
        t.trace->>'outcome' as outcome, t.trace->'passages' as passages
      from reply_traces t join sessions s on s.id = t.session_id
      where s.project_id = ${projectId}
      order by t.created_at desc limit ${maxTraces}
    ) newest
    where question <> '' and (outcome in ('no_answer', 'low_support', 'model_failed')
      or outcome in ('answered', 'suggested') and jsonb_array_length(passages) > 0)
    order by created_at desc`
}

/** What an agent wrote after the newest of these questions that an agent answered. */
export async function findHumanAnswer(
  sql: Sql,
  questions: Pick<AskedQuestion, 'sessionId' | 'seq'>[],
): Promise<string | null> {
  const [found] = await sql<{ text: string }>`
    select h.text from unnest(${questions.map(({ sessionId }) => sessionId)}::uuid[],
      ${questions.map(({ seq }) => seq)}::int[]) with ordinality as q (session_id, seq, place)
    cross join lateral (
      select m.text from messages m
      where m.session_id = q.session_id and m.seq > q.seq and m.sender_kind = 'agent' order by m.seq limit 1
    ) h
    order by q.place limit 1`
  return found?.text ?? null
}

export async function listKnownQuestions(
  sql: Sql,
  projectId: string,
): Promise<{ faqQuestions: string[]; testQuestions: string[] }> {
  const faqs = await sql<{ question: string }>`select question from faqs where project_id = ${projectId}`
  const tests = await sql<{
    question: string
  }>`select question from answer_tests where project_id = ${projectId}`
  const toText = ({ question }: { question: string }) => question
  return { faqQuestions: faqs.map(toText), testQuestions: tests.map(toText) }
}

export async function listIgnoredHashes(sql: Sql, projectId: string): Promise<string[]> {
  const rows = await sql<{ hash: string }>`
    select question_hash as hash from ignored_questions where project_id = ${projectId}`
  return rows.map(({ hash }) => hash)
}

export async function ignoreQuestions(
  sql: Sql,
  { companyId, projectId }: Scope,
  hashes: string[],
): Promise<void> {
  await sql`
    insert into ignored_questions (company_id, project_id, question_hash)
    select ${companyId}, ${projectId}, h.hash from unnest(${hashes}::text[]) as h (hash)
    on conflict (project_id, question_hash) do nothing`
}

export async function restoreQuestions(sql: Sql, projectId: string, hashes: string[]): Promise<void> {
  await sql`
    delete from ignored_questions where project_id = ${projectId} and question_hash = any(${hashes}::text[])`
}
