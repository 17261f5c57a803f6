import type { Sql } from '../kit/db/db.ts'
import { createFields, createUnnest, type RowOf } from '../kit/db/fields.ts'
import type { UnansweredQuestion } from './derive-questions.ts'

const { column } = createFields('q')

const questionFields = {
  sessionId: column<string>('session_id', 'uuid'),
  seq: column<number>('seq', 'int'),
  askedAt: column<string>('asked_at', 'timestamptz'),
  hadSuggestions: column<boolean>('had_suggestions', 'boolean'),
  language: column<string>('language', 'text'),
  handedOverSeq: column<number | null>('handed_over_seq', 'int'),
  handedOverAt: column<string | null>('handed_over_at', 'timestamptz'),
}
const unnestQuestions = createUnnest(questionFields, 'n')

/** Replaces the unanswered questions of conversations, given by session id, where they differ. Those that stay keep their topic. */
export async function replaceQuestions(
  sql: Sql,
  companyId: string,
  questions: ReadonlyMap<string, UnansweredQuestion[]>,
): Promise<void> {
  const rows: RowOf<typeof questionFields>[] = [...questions].flatMap(([sessionId, ofSession]) =>
    ofSession.map(({ handedOver, ...question }) => ({
      ...question,
      sessionId,
      askedAt: new Date(question.askedAt).toISOString(),
      handedOverSeq: handedOver?.firstSeq ?? null,
      handedOverAt: handedOver && new Date(handedOver.startedAt).toISOString(),
    })),
  )
  await sql`
    delete from unanswered_questions q where q.session_id = any(${[...questions.keys()]}::uuid[])
      and not (q.session_id, q.seq) in (select n.session_id, n.seq from ${unnestQuestions(rows)})`
  if (rows.length === 0) return
  await sql`
    insert into unanswered_questions as q (company_id, project_id, session_id, seq, asked_at, day, had_suggestions, language, label_ids,
      handed_over_seq, handed_over_day)
    select ${companyId}, d.project_id, n.session_id, n.seq, n.asked_at, (n.asked_at at time zone c.time_zone)::date, n.had_suggestions,
      n.language, array(select s.label_id from session_labels s where s.session_id = n.session_id order by s.label_id),
      n.handed_over_seq, (n.handed_over_at at time zone c.time_zone)::date
    from ${unnestQuestions(rows)} join sessions d on d.id = n.session_id, companies c
    on conflict (session_id, seq) do update set asked_at = excluded.asked_at, day = excluded.day,
      had_suggestions = excluded.had_suggestions, language = excluded.language, label_ids = excluded.label_ids,
      handed_over_seq = excluded.handed_over_seq, handed_over_day = excluded.handed_over_day
    where row(q.asked_at, q.day, q.had_suggestions, q.language, q.label_ids, q.handed_over_seq, q.handed_over_day)
      is distinct from row(excluded.asked_at, excluded.day, excluded.had_suggestions, excluded.language, excluded.label_ids,
        excluded.handed_over_seq, excluded.handed_over_day)`
}
