import part, { type Sql as Statement } from 'sql-template-tag'
import type { Sql } from '../kit/db/db.ts'
import {
  createAssignments,
  createColumnList,
  createFields,
  createUnnest,
  type RowOf,
} from '../kit/db/fields.ts'
import { nilId } from '../kit/db/ids.ts'
import { type ConversationFacts, factsDefinition } from './derive-facts.ts'

const { column } = createFields('f')

const factFields = {
  sessionId: column<string>('session_id', 'uuid'),
  firstSeq: column<number>('first_seq', 'int'),
  startedAt: column<string>('started_at', 'timestamptz'),
  language: column<string>('language', 'text'),
  messages: column<number>('messages', 'int'),
  aiAnswers: column<number>('ai_answers', 'int'),
  hasSuggestions: column<boolean>('has_suggestions', 'boolean'),
  suggestionsHelped: column<boolean>('suggestions_helped', 'boolean'),
  handoverReason: column<string | null>('handover_reason', 'text'),
  firstResponderId: column<string | null>('first_responder_id', 'uuid'),
  firstResponseSeconds: column<number | null>('first_response_seconds', 'int'),
  resolutionSeconds: column<number | null>('resolution_seconds', 'int'),
  rating: column<number | null>('rating', 'int'),
  isConfirmed: column<boolean>('is_confirmed', 'boolean'),
  isQuiet: column<boolean>('is_quiet', 'boolean'),
  cameBack: column<boolean>('came_back', 'boolean'),
  isUnanswered: column<boolean>('is_unanswered', 'boolean'),
  firstAiReplySeconds: column<number | null>('first_ai_reply_seconds', 'int'),
  agents: column<ConversationFacts['agents']>('agents', 'jsonb'),
  sources: column<ConversationFacts['sources']>('sources', 'jsonb'),
  firstResponseBusinessSeconds: column<number | null>('first_response_business_seconds', 'int'),
  suggestionsOpened: column<boolean>('suggestions_opened', 'boolean'),
}
type FactRow = RowOf<typeof factFields>

const factColumnNames = createColumnList(factFields)
const unnestFacts = createUnnest(factFields, 'n')
const factAssignments = createAssignments(factFields, 'excluded', ['sessionId', 'firstSeq'])

/** Runs in the lookup scope: companies with conversations that have changed since their facts were derived. */
export function listCompaniesToCount(sql: Sql): Promise<{ companyId: string }[]> {
  return sql`
    select r.company_id as "companyId" from company_revisions r
    left join session_facts_progress p on p.company_id = r.company_id
    where r.rev > coalesce(p.rev, 0) or p.definition <> ${factsDefinition}`
}

/** A conversation, and its revision. */
type Position = { sessionId: string; rev: string }
export type ChangedSession = Position & { projectId: string }

/** One process at a time derives the facts of a company. False while another one does. */
export async function tryLockFacts(sql: Sql, companyId: string): Promise<boolean> {
  const [row] = await sql<{ isLocked: boolean }>`
    select pg_try_advisory_xact_lock(hashtextextended(${companyId}, 70)) as "isLocked"`
  return row?.isLocked === true
}

const lastId = 'ffffffff-ffff-ffff-ffff-ffffffffffff'

/** Up to where facts are derived; the beginning, where they were by another definition or in another time zone. */
export async function getFactsProgress(sql: Sql): Promise<Position> {
  const [progress] = await sql<Position>`
    select p.rev::text as rev, p.session_id as "sessionId" from session_facts_progress p
    where p.definition = ${factsDefinition} and p.time_zone = (select time_zone from companies)`
  return progress ?? { rev: '0', sessionId: nilId }
}

export async function hasChangedSessions(sql: Sql, after: Position): Promise<boolean> {
  const rows = await sql`select from session_states s where ${isAfter(after)} limit 1`
  return rows.length > 0
}

/** Conversations that have changed since, the oldest change first. None of them can be deleted meanwhile. */
export function listChangedSessions(sql: Sql, after: Position, limit: number): Promise<ChangedSession[]> {
  return sql<ChangedSession>`
    select s.session_id as "sessionId", s.rev::text as rev, s.project_id as "projectId"
    from session_states s join sessions d on d.id = s.session_id
    where ${isAfter(after)} order by s.rev, s.session_id limit ${limit} for key share of d`
}

function isAfter({ rev, sessionId }: Position): Statement {
  return part`(s.rev, s.session_id) > (${rev}::bigint, ${sessionId}::uuid)`
}

/**
 * Moves the cursor to the company's revision where no conversation has changed since: revisions also count other changes. Revisions
 * are committed in order, so a conversation that changes at the same time has a higher one.
 */
export async function skipRevisions(sql: Sql, companyId: string, after: Position): Promise<void> {
  await sql`
    insert into session_facts_progress as p (company_id, rev, session_id, time_zone, definition)
    select ${companyId}, r.rev, ${lastId}, c.time_zone, ${factsDefinition} from company_revisions r, companies c
    where r.rev > ${after.rev}::bigint and not exists (select from session_states s where ${isAfter(after)})
    on conflict (company_id) do update set rev = excluded.rev, session_id = excluded.session_id,
      time_zone = excluded.time_zone, definition = excluded.definition
    where p.rev < excluded.rev or p.definition <> excluded.definition or p.time_zone <> excluded.time_zone`
}

export async function setFactsProgress(
  sql: Sql,
  companyId: string,
  { rev, sessionId }: Position,
): Promise<void> {
  await sql`
    insert into session_facts_progress as p (company_id, rev, session_id, time_zone, definition)
    select ${companyId}, ${rev}, ${sessionId}, c.time_zone, ${factsDefinition} from companies c
    on conflict (company_id) do update set rev = excluded.rev, session_id = excluded.session_id,
      time_zone = excluded.time_zone, definition = excluded.definition`
}

/** Replaces the facts of conversations, given by session id, where they differ. */
export async function replaceFacts(
  sql: Sql,
  companyId: string,
  facts: ReadonlyMap<string, ConversationFacts[]>,
): Promise<void> {
  const rows: FactRow[] = [...facts].flatMap(([sessionId, parts]) =>
    parts.map((part) => ({ ...part, sessionId, startedAt: new Date(part.startedAt).toISOString() })),
  )
  const fresh = part`
    select n.*, d.project_id, l.started::date as day, extract(hour from l.started)::smallint as hour,
      array(select s.label_id from session_labels s where s.session_id = n.session_id order by s.label_id) as label_ids
    from ${unnestFacts(rows)} join sessions d on d.id = n.session_id, companies c,
      lateral (select n.started_at at time zone c.time_zone as started) l`
  await sql`
    delete from session_facts f where f.session_id = any(${[...facts.keys()]}::uuid[])
      and not (f.session_id, f.first_seq) in (select n.session_id, n.first_seq from ${unnestFacts(rows)})`
  await sql`
    with fresh as materialized (${fresh})
    insert into session_facts as f (company_id, ${factColumnNames}, project_id, day, hour, label_ids)
    select ${companyId}, n.* from fresh n
    on conflict (session_id, first_seq) do update
      set ${factAssignments}, day = excluded.day, hour = excluded.hour, label_ids = excluded.label_ids
    where row(f.*) is distinct from row(excluded.*)`
}
