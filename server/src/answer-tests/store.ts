import type { AnswerTest, RunReason, TestRun } from '@aichat/contracts/ai/answer-tests'
import part, { empty } from 'sql-template-tag'
import type { Sql } from '../kit/db/db.ts'
import { requestTestRun } from '../releases/answer-state-store.ts'
import type { Evaluation, Expectations } from './evaluate-reply.ts'

export type Scope = { companyId: string; projectId: string }
export type NewTest = { id: string; question: string; tags: string[]; ownerId: string | null } & Expectations

function selectTests(sql: Sql, projectId: string, more = empty): Promise<AnswerTest[]> {
  return sql<AnswerTest>`
    select t.id, t.question, t.must_contain as "mustContain", t.must_hand_over as "mustHandOver", t.must_suggest as "mustSuggest",
      t.tags, case when u.id is not null then jsonb_build_object('id', u.id, 'name', u.name) end as owner,
      t.created_at as "createdAt",
      case when t.must_cite is not null then jsonb_build_object('itemId', t.must_cite, 'title', t.must_cite_title,
        'isThere', i.id is not null) end as "mustCite",
      case when r.run_id is not null then jsonb_build_object('isPassed', r.is_passed,
        'change', case when r.previously_passed is null then 'new' when r.previously_passed = r.is_passed then 'same'
          when r.is_passed then 'mended' else 'broke' end,
        'problems', r.problems, 'answer', r.answer, 'reason', r.reason, 'sources', r.sources, 'model', r.model,
        'at', r.created_at) end as result
    from answer_tests t
    left join knowledge_items i on i.id = t.must_cite and i.project_id = t.project_id
    left join users u on u.id = t.owner_id
    left join lateral (
      select * from answer_test_results r where r.test_id = t.id order by r.created_at desc limit 1
    ) r on true
    where t.project_id = ${projectId} ${more}
    order by t.created_at, t.id`
}

export function listTests(sql: Sql, projectId: string): Promise<AnswerTest[]> {
  return selectTests(sql, projectId)
}

export async function findTest(sql: Sql, projectId: string, id: string): Promise<AnswerTest | null> {
  const [test] = await selectTests(sql, projectId, part`and t.id = ${id}`)
  return test ?? null
}

export async function countTests(sql: Sql, projectId: string): Promise<number> {
  const [row] = await sql<{ count: number }>`
    select count(*)::int as count from answer_tests where project_id = ${projectId}`
  return row?.count ?? 0
}

export async function addTest(sql: Sql, { companyId, projectId }: Scope, test: NewTest): Promise<void> {
  const { id, question, mustContain, mustCite, mustHandOver, mustSuggest, tags, ownerId } = test
  await sql`
    insert into answer_tests (id, company_id, project_id, question, must_contain, must_cite, must_cite_title,
      must_hand_over, must_suggest, tags, owner_id)
    values (${id}, ${companyId}, ${projectId}, ${question}, ${mustContain}::text[], ${mustCite?.itemId ?? null},
      ${mustCite?.title ?? null}, ${mustHandOver}, ${mustSuggest}, ${tags}::text[], ${ownerId})`
  await requestTestRun(sql, projectId)
}

/** Updates the test. When its question or expectations change, its results are deleted, which belong to the old ones. */
export async function updateTest(sql: Sql, projectId: string, test: NewTest): Promise<void> {
  const { id, question, mustContain, mustCite, mustHandOver, mustSuggest, tags, ownerId } = test
  await sql`
    update answer_tests set tags = ${tags}::text[], owner_id = ${ownerId} where project_id = ${projectId} and id = ${id}`
  const changed = await sql`
    update answer_tests set question = ${question}, must_contain = ${mustContain}::text[],
      must_cite = ${mustCite?.itemId ?? null}, must_cite_title = ${mustCite?.title ?? null},
      must_hand_over = ${mustHandOver}, must_suggest = ${mustSuggest}
    where project_id = ${projectId} and id = ${id}
      and (question, must_contain, must_cite, must_hand_over, must_suggest) is distinct from
        (${question}::text, ${mustContain}::text[], ${mustCite?.itemId ?? null}::uuid, ${mustHandOver}::boolean,
          ${mustSuggest}::boolean)
    returning id`
  if (changed.length === 0) return
  await sql`delete from answer_test_results where project_id = ${projectId} and test_id = ${id}`
  await requestTestRun(sql, projectId)
}

export async function removeTest(sql: Sql, projectId: string, id: string): Promise<void> {
  await sql`delete from answer_tests where project_id = ${projectId} and id = ${id}`
  await requestTestRun(sql, projectId)
}

function selectRuns(sql: Sql, more: ReturnType<typeof part>): Promise<TestRun[]> {
  return sql<TestRun>`
    select r.id, r.reason, r.started_at as "startedAt", r.finished_at as "finishedAt", n.done, n.passed, n.broke,
      n.mended, case when r.finished_at is null then greatest(n.done, t.total) else n.done end as total
    from answer_test_runs r
    cross join lateral (
      select count(*)::int as done, count(*) filter (where is_passed)::int as passed,
        count(*) filter (where previously_passed and not is_passed)::int as broke,
        count(*) filter (where not previously_passed and is_passed)::int as mended
      from answer_test_results where run_id = r.id
    ) n
    cross join lateral (
      select count(*)::int as total from answer_tests where project_id = r.project_id and created_at <= r.started_at
    ) t
    where ${more}
    order by r.started_at desc, r.id desc limit 1`
}

export async function findLatestRun(sql: Sql, projectId: string): Promise<TestRun | null> {
  const [run] = await selectRuns(sql, part`r.project_id = ${projectId}`)
  return run ?? null
}

export async function findActiveRun(sql: Sql, projectId: string): Promise<TestRun | null> {
  const [run] = await selectRuns(sql, part`r.project_id = ${projectId} and r.finished_at is null`)
  return run ?? null
}

const maxStoredRuns = 20

/** Returns false when another run is active. */
export async function insertRun(
  sql: Sql,
  { companyId, projectId }: Scope,
  run: { id: string; reason: RunReason },
): Promise<boolean> {
  const inserted = await sql`
    insert into answer_test_runs (id, company_id, project_id, reason, draft_change)
    select ${run.id}, ${companyId}, ${projectId}, ${run.reason}, draft_change from answer_states
    where project_id = ${projectId}
    on conflict (project_id) where finished_at is null do nothing returning id`
  if (inserted.length === 0) return false
  await sql`
    delete from answer_test_runs where project_id = ${projectId} and id not in (
      select id from answer_test_runs where project_id = ${projectId} order by started_at desc limit ${maxStoredRuns})`
  return true
}

/** The next test of the run, or null. Tests created after the start of the run wait for the next run. */
export async function findNextTest(
  sql: Sql,
  projectId: string,
  runId: string,
): Promise<({ id: string; question: string } & Expectations) | null> {
  const [test] = await sql<{ id: string; question: string } & Expectations>`
    select t.id, t.question, t.must_contain as "mustContain", t.must_hand_over as "mustHandOver", t.must_suggest as "mustSuggest",
      case when t.must_cite is not null then
        jsonb_build_object('itemId', t.must_cite, 'title', t.must_cite_title) end as "mustCite"
    from answer_test_runs r join answer_tests t on t.project_id = r.project_id and t.created_at <= r.started_at
    where r.project_id = ${projectId} and r.id = ${runId} and r.finished_at is null
      and not exists (select from answer_test_results d where d.run_id = r.id and d.test_id = t.id)
    order by t.created_at, t.id limit 1`
  return test ?? null
}

/** Idempotent, because a job may run twice. Stores nothing when the test was deleted, or its question or expectations changed. */
export async function addResult(
  sql: Sql,
  { companyId, projectId, runId }: Scope & { runId: string },
  test: { id: string; question: string } & Expectations,
  {
    isPassed,
    problems,
    answer,
    reason,
    sources,
    model,
    liveAnswer,
  }: Evaluation & { liveAnswer: string | null },
): Promise<void> {
  await sql`
    insert into answer_test_results (run_id, test_id, company_id, project_id, is_passed, previously_passed, problems, answer,
      reason, sources, model, live_answer)
    select ${runId}, t.id, ${companyId}, ${projectId}, ${isPassed},
      (select r.is_passed from answer_test_results r where r.test_id = t.id order by r.created_at desc limit 1),
      ${problems}::text[], ${answer}, ${reason}, ${JSON.stringify(sources)}::jsonb, ${model}, ${liveAnswer}
    from answer_tests t where t.project_id = ${projectId} and t.id = ${test.id}
      and (t.question, t.must_contain, t.must_cite, t.must_hand_over, t.must_suggest) is not distinct from
        (${test.question}::text, ${test.mustContain}::text[], ${test.mustCite?.itemId ?? null}::uuid,
          ${test.mustHandOver}::boolean, ${test.mustSuggest}::boolean)
    on conflict (run_id, test_id) do nothing`
  await sql`update answer_test_runs set heartbeat_at = now() where project_id = ${projectId} and id = ${runId}`
}

/** False when the run has been finished already. */
export async function finishRun(sql: Sql, projectId: string, runId: string): Promise<boolean> {
  const finished = await sql`
    update answer_test_runs set finished_at = now()
    where project_id = ${projectId} and id = ${runId} and finished_at is null returning id`
  return finished.length > 0
}

/** Notes which draft a run has tested, and the tests that failed. A run that lacks one of the current tests says nothing. */
export async function storeOutcome(sql: Sql, projectId: string, runId: string): Promise<void> {
  await sql`
    update answer_states s set tested_change = r.draft_change, failed_tests = coalesce((
        select array_agg(d.test_id) from answer_test_results d where d.run_id = r.id and not d.is_passed), '{}')
    from answer_test_runs r
    where s.project_id = ${projectId} and r.id = ${runId} and r.project_id = s.project_id and not exists (
      select from answer_tests t where t.project_id = s.project_id and not exists (
        select from answer_test_results d where d.run_id = r.id and d.test_id = t.id))`
}

export type DueRun = { companyId: string; projectId: string; runId: string | null }

/** In the lookup role: projects whose tests are due, and active runs without a heartbeat for `silentSeconds`. */
export function listDueRuns(sql: Sql, silentSeconds: number, limit: number): Promise<DueRun[]> {
  return sql<DueRun>`
    (select company_id as "companyId", project_id as "projectId", null::uuid as "runId" from answer_states
      where due_at < now() limit ${limit})
    union all
    (select company_id, project_id, id from answer_test_runs
      where finished_at is null and heartbeat_at < now() - make_interval(secs => ${silentSeconds}) limit ${limit})`
}

/** Returns true to only one caller. Later changes of the knowledge make the tests due again. */
export async function claimSchedule(sql: Sql, projectId: string): Promise<boolean> {
  const claimed = await sql`
    update answer_states set due_at = null, changed_at = null
    where project_id = ${projectId} and due_at < now() returning project_id`
  return claimed.length > 0
}

/** Renews the heartbeat, so that a restarted run is not restarted again by the next poll. */
export async function touchRun(sql: Sql, projectId: string, runId: string): Promise<void> {
  await sql`update answer_test_runs set heartbeat_at = now() where project_id = ${projectId} and id = ${runId}`
}
