import type { ProjectAutoReply } from '@aichat/contracts/ai/project-auto-reply'
import part from 'sql-template-tag'
import type { Sql } from '../kit/db/db.ts'
import { openQuestionSeq } from '../sessions/store.ts'

/**
 * Open conversations without AI auto-reply because their release had it off. Those in which a person has turned it off, has
 * written, or is needed stay with people.
 */
const isEarlier = part`
  s.status = 'active' and s.last_seq > 0 and not s.auto_reply and s.last_ai_at is null and not s.needs_human
  and exists (
    select from sessions d join releases r on r.project_id = d.project_id and r.number = d.release_number
    where d.id = s.session_id and r.config -> 'agent' -> 'autoReply' = 'false')
  and not exists (select from messages m where m.session_id = s.session_id and m.sender_kind = 'agent')`

export async function getProjectAutoReply(sql: Sql, projectId: string): Promise<ProjectAutoReply> {
  const [found] = await sql<ProjectAutoReply>`
    with live as (
      select coalesce((
        select r.config -> 'agent' -> 'autoReply' = 'true'
        from releases r where r.project_id = ${projectId} order by r.number desc limit 1
      ), false) as "isLive"
    )
    select live."isLive",
      exists (
        select from projects p where p.id = ${projectId} and p.first_answered_at is not null
      ) as "hasAnswered",
      case when live."isLive" then (
        select count(*)::int from session_states s where s.project_id = ${projectId} and ${isEarlier}
      ) else 0 end as "earlierConversationCount"
    from live`
  if (!found) throw new Error('The query returns one row')
  return found
}

/**
 * Turns on AI auto-reply in the earlier conversations and returns their ids. A visitor's last message becomes a pending
 * question if it was sent after `waitingSince`. Locks in the order of `patchState`, to prevent deadlocks.
 */
export async function enableEarlierConversations(
  sql: Sql,
  projectId: string,
  waitingSince: string,
): Promise<string[]> {
  const rows = await sql<{ sessionId: string }>`
    with earlier as (
      select s.session_id from session_states s where s.project_id = ${projectId} and ${isEarlier}
      order by s.session_id for update of s
    ), revision as (
      update company_revisions set rev = rev + 1 where exists (select from earlier) returning rev
    )
    update session_states set auto_reply = true, rev = (select rev from revision),
      unanswered_seq = case
        when last_message_at > ${waitingSince} then ${openQuestionSeq} end
    from earlier where session_states.session_id = earlier.session_id
    returning session_states.session_id as "sessionId"`
  return rows.map(({ sessionId }) => sessionId)
}
