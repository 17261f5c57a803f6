import { outcomeDays } from '@aichat/contracts/ai/answer-tests'
import type { Sql } from '../kit/db/db.ts'

/** An answer of the AI that a visitor rated as not helpful, or after which an agent wrote to the visitor. */
export type CriticizedAnswer = {
  question: string
  sessionId: string
  at: string
  aiAnswer: string
  isRatedDown: boolean
  comment: string | null
  /** The first messages of agents that followed. */
  agentTexts: string[]
}

const maxTraces = 2000
const maxAgentTexts = 3
/** From this number of words, a message with a question mark asks something else and is not a doubt about the answer. */
const minQuestionWords = 6

/**
 * The newest answers of the last days that were criticized, newest first. An agent's message belongs to an answer if neither another
 * reply of the AI, except to a request for a person, nor another question of the visitor is between the two.
 */
export function listCriticizedAnswers(sql: Sql, projectId: string): Promise<CriticizedAnswer[]> {
  return sql<CriticizedAnswer>`
    select t.question, t.session_id as "sessionId", t.created_at as at, left(m.text, 4000) as "aiAnswer",
      coalesce((m.meta->'feedback'->>'rating')::int < 3, false) as "isRatedDown",
      nullif(m.meta->'feedback'->>'comment', '') as comment, coalesce(h.texts, '{}') as "agentTexts"
    from (
      select t.session_id, t.seq, t.created_at, left(t.trace->>'question', 2000) as question, t.trace->>'outcome' as outcome
      from reply_traces t join sessions s on s.id = t.session_id
      where s.project_id = ${projectId} and t.created_at > now() - make_interval(days => ${outcomeDays})
        and t.trace->>'outcome' in ('answered', 'suggested')
      order by t.created_at desc limit ${maxTraces}
    ) t
    join messages m on m.session_id = t.session_id and m.seq = t.seq and m.sender_kind = 'ai'
    left join lateral (
      select array_agg(left(a.text, 4000) order by a.seq) as texts from (
        select a.seq, a.text from messages a
        where a.session_id = t.session_id and a.seq > t.seq and a.sender_kind = 'agent' and a.text <> ''
          and not exists (
            select from reply_traces later where later.session_id = t.session_id and later.seq > t.seq
              and later.seq < a.seq and later.trace->>'outcome' <> 'asked_for_person')
          and not exists (
            select from messages q where q.session_id = t.session_id and q.seq > t.seq and q.seq < a.seq
              and q.sender_kind = 'visitor' and q.text ~ '[?？؟]'
              and cardinality(regexp_split_to_array(btrim(q.text), '\\s+')) >= ${minQuestionWords})
        order by a.seq limit ${maxAgentTexts}
      ) a
    ) h on t.outcome = 'answered'
    where t.question <> '' and ((m.meta->'feedback'->>'rating')::int < 3 or h.texts is not null)
    order by t.created_at desc`
}
