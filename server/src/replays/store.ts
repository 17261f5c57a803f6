import type { ModelVerdict, Replay, ReplayAnswer, ReplayResult } from '@aichat/contracts/ai/replays'
import part, { empty } from 'sql-template-tag'
import type { Sql } from '../kit/db/db.ts'
import { newId } from '../kit/db/ids.ts'
import type { Comparison } from './compare-replies.ts'

export type Scope = { companyId: string; projectId: string }
export type AskedQuestion = { question: string; asked: number }

/** Of the last two months, so that old questions are not answered again and again. */
const maxAgeDays = 60
const maxKept = 5

/** Visitors' newest distinct questions that the AI was to answer, the most frequent first. */
export function listQuestions(sql: Sql, projectId: string, limit: number): Promise<AskedQuestion[]> {
  return sql<AskedQuestion>`
    select min(question) as question, count(*)::int as asked from (
      select left(t.trace->>'question', 1000) as question, t.created_at
      from reply_traces t join sessions s on s.id = t.session_id
      where s.project_id = ${projectId} and t.created_at > now() - make_interval(days => ${maxAgeDays})
        and t.trace->>'outcome' in ('answered', 'suggested', 'no_answer', 'low_support', 'model_failed')
        and (jsonb_array_length(t.trace->'passages') > 0 or t.trace->>'outcome' <> 'answered')
      order by t.created_at desc limit ${limit * 4}
    ) q
    where question <> ''
    group by lower(question) order by count(*) desc, max(created_at) desc limit ${limit}`
}

/** False when another replay of the project is active. */
export async function addReplay(
  sql: Sql,
  { companyId, projectId }: Scope,
  id: string,
  questions: AskedQuestion[],
): Promise<boolean> {
  const added = await sql`
    insert into replays (id, company_id, project_id, draft_change, revision)
    select ${id}, ${companyId}, ${projectId}, draft_change, revision from answer_states where project_id = ${projectId}
    on conflict (project_id) where finished_at is null do nothing returning id`
  if (added.length === 0) return false
  await sql`
    insert into replay_questions (id, company_id, project_id, replay_id, position, question, asked)
    select q.id, ${companyId}, ${projectId}, ${id}, q.position, q.question, q.asked
    from unnest(${questions.map(() => newId())}::uuid[], ${questions.map(({ question }) => question)}::text[],
      ${questions.map(({ asked }) => asked)}::int[]) with ordinality as q (id, question, asked, position)`
  await sql`
    delete from replays where project_id = ${projectId} and id not in (
      select id from replays where project_id = ${projectId} order by started_at desc limit ${maxKept})`
  return true
}

function selectReplays(sql: Sql, projectId: string, more = empty): Promise<Replay[]> {
  return sql<Replay>`
    select r.id, r.started_at as "startedAt", r.finished_at as "finishedAt", n.total, n.done,
      r.draft_change = s.draft_change and r.revision = s.revision as "isCurrent",
      case when r.reviewed_at is not null then jsonb_build_object('at', r.reviewed_at, 'by', u.name) end as review
    from replays r join answer_states s on s.project_id = r.project_id
    left join users u on u.id = r.reviewed_by
    cross join lateral (
      select count(*)::int as total, count(*) filter (where is_answered)::int as done
      from replay_questions where replay_id = r.id
    ) n
    where r.project_id = ${projectId} ${more} order by r.started_at desc, r.id desc limit 1`
}

export async function findLatestReplay(sql: Sql, projectId: string): Promise<Replay | null> {
  const [latest] = await selectReplays(sql, projectId)
  return latest ?? null
}

export async function findReplay(sql: Sql, projectId: string, id: string): Promise<Replay | null> {
  const [found] = await selectReplays(sql, projectId, part`and r.id = ${id}`)
  return found ?? null
}

/** A later review does not replace the first. */
export async function markReviewed(sql: Sql, projectId: string, id: string, userId: string): Promise<void> {
  await sql`
    update replays set reviewed_at = now(), reviewed_by = ${userId}
    where project_id = ${projectId} and id = ${id} and reviewed_at is null`
}

export function listResults(sql: Sql, replayId: string): Promise<ReplayResult[]> {
  return sql<ReplayResult>`
    select id, question, asked, verdict, model_verdict as "modelVerdict", reasons, before, after from replay_questions
    where replay_id = ${replayId} and verdict is not null order by asked desc, position`
}

/** `changed` is the number of earlier questions whose answers differ. */
export type ReplayQuestion = { id: string; question: string; changed: number }

/** The next question without an answer; null at the end, and when the replay has been finished. */
export async function findNextQuestion(sql: Sql, replayId: string): Promise<ReplayQuestion | null> {
  const [next] = await sql<ReplayQuestion>`
    select q.id, q.question, (
      select count(*)::int from replay_questions c where c.replay_id = q.replay_id and c.verdict is not null
    ) as changed
    from replay_questions q join replays r on r.id = q.replay_id
    where q.replay_id = ${replayId} and not q.is_answered and r.finished_at is null order by q.position limit 1`
  return next ?? null
}

export async function storeAnswers(
  sql: Sql,
  { replayId, questionId }: { replayId: string; questionId: string },
  comparison: (Comparison & { modelVerdict: ModelVerdict | null }) | null,
  { before, after }: { before: ReplayAnswer; after: ReplayAnswer },
): Promise<void> {
  await sql`
    update replay_questions set is_answered = true, verdict = ${comparison?.verdict ?? null},
      model_verdict = ${comparison?.modelVerdict ?? null},
      reasons = ${comparison?.reasons ?? []}::text[],
      before = case when ${comparison !== null} then ${JSON.stringify(before)}::jsonb end,
      after = case when ${comparison !== null} then ${JSON.stringify(after)}::jsonb end
    where id = ${questionId} and not is_answered`
  await sql`update replays set heartbeat_at = now() where id = ${replayId}`
}

export async function finishReplay(sql: Sql, replayId: string): Promise<void> {
  await sql`update replays set finished_at = now() where id = ${replayId} and finished_at is null`
}

export type StalledReplay = Scope & { replayId: string }

/** In the lookup role: active replays without a heartbeat for `silentSeconds`. */
export function listStalledReplays(sql: Sql, silentSeconds: number, limit: number): Promise<StalledReplay[]> {
  return sql<StalledReplay>`
    select company_id as "companyId", project_id as "projectId", id as "replayId" from replays
    where finished_at is null and heartbeat_at < now() - make_interval(secs => ${silentSeconds}) limit ${limit}`
}

export async function touchReplay(sql: Sql, replayId: string): Promise<void> {
  await sql`update replays set heartbeat_at = now() where id = ${replayId}`
}
