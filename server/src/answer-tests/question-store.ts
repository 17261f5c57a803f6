import { outcomeDays, type ReplyOutcomes } from '@aichat/contracts/ai/answer-tests'
import { handoverReasons, type ReplyTrace } from '@aichat/contracts/ai/reply-traces'
import type { Sql } from '../kit/db/db.ts'
import type { Scope } from './store.ts'

export type AskedQuestion = {
  question: string
  sessionId: string
  seq: number
  at: string
  isUnanswered: boolean
  hadSuggestions: boolean
}

const maxTraces = 2000

/**
 * The newest questions to the AI that it answered from the knowledge or could not answer, newest first. Suggestions are unanswered when
 * the visitor said that they did not help, or asked for a person next.
 */
export function listAskedQuestions(sql: Sql, projectId: string): Promise<AskedQuestion[]> {
  return sql<AskedQuestion>`
    select question, session_id as "sessionId", seq, created_at as at, is_unhelpful or outcome not in ('answered', 'suggested') as "isUnanswered",
      outcome = 'suggested' as "hadSuggestions"
    from (
      select t.session_id, t.seq, t.created_at, left(t.trace->>'question', 2000) as question,
        t.trace->>'outcome' as outcome, t.trace->'passages' as passages,
        t.trace->>'outcome' = 'suggested'
          and coalesce(m.meta->>'helped' = 'false' or m.meta->>'helped' is null and following.is_request, false) as is_unhelpful
      from reply_traces t join sessions s on s.id = t.session_id
      left join messages m on m.session_id = t.session_id and m.seq = t.seq
      left join lateral (
        select n.meta->>'reason' = 'asked_for_person' as is_request from messages n
        where n.session_id = t.session_id and n.seq > t.seq
          and (n.sender_kind in ('agent', 'ai') or n.meta->>'kind' in ('handover', 'acknowledged'))
        order by n.seq limit 1
      ) following on t.trace->>'outcome' = 'suggested'
      where s.project_id = ${projectId}
      order by t.created_at desc limit ${maxTraces}
    ) newest
    where question <> '' and (outcome in ('no_answer', 'low_support', 'model_failed')
      or outcome in ('answered', 'suggested') and jsonb_array_length(passages) > 0)
    order by created_at desc`
}

const maxRecentQuestions = 500

/** The newest questions of the last days that the AI was to answer from the knowledge, also repeated ones. */
export async function listRecentQuestions(sql: Sql, projectId: string): Promise<string[]> {
  const rows = await sql<{ question: string }>`
    select left(t.trace->>'question', 2000) as question
    from reply_traces t join sessions s on s.id = t.session_id
    where s.project_id = ${projectId} and t.created_at > now() - make_interval(days => ${outcomeDays})
      and t.trace->>'outcome' in ('answered', 'suggested', 'no_answer', 'low_support', 'model_failed')
    order by t.created_at desc limit ${maxRecentQuestions}`
  return rows.map(({ question }) => question)
}

/** The replies of the last days by outcome, without small talk. */
export async function countReplyOutcomes(sql: Sql, projectId: string): Promise<ReplyOutcomes> {
  const rows = await sql<{ outcome: ReplyTrace['outcome']; count: number }>`
    select t.trace->>'outcome' as outcome, count(*)::int as count
    from reply_traces t join sessions s on s.id = t.session_id
    where s.project_id = ${projectId} and t.created_at > now() - make_interval(days => ${outcomeDays})
      and t.trace->'decision'->>'rule' is distinct from 'small_talk'
    group by 1`
  const count = (...outcomes: ReplyTrace['outcome'][]) =>
    rows.reduce((sum, row) => sum + (outcomes.includes(row.outcome) ? row.count : 0), 0)
  return {
    answered: count('answered'),
    suggested: count('suggested'),
    handedOver: count(...handoverReasons),
    handedOverAnyway: {
      askedForPerson: count('asked_for_person'),
      budget: count('budget'),
      turnCap: count('turn_cap'),
      failed: count('failed', 'delayed'),
    },
  }
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
