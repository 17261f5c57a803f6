import type { AnswerChange } from '@aichat/contracts/ai/answer-sets'
import part, { type Sql as Part, raw } from 'sql-template-tag'
import type { Sql } from '../kit/db/db.ts'

/** The longest text of a difference, in characters, how much of it comes before the first change, and how many texts it lists. */
const maxText = 4000
const maxUnchanged = 400
const maxEntries = 200

/**
 * Compares two sets by the entries that belong to them; `before` and `after` are conditions on an entry `a`. The most recent
 * changes come first.
 */
async function compareSets(
  sql: Sql,
  projectId: string,
  before: Part,
  after: Part,
): Promise<{ entries: AnswerChange[]; total: number }> {
  const rows = await sql<AnswerChange & { total: number }>`
    with changed as (
      select a.kind, a.entry_id, max(a.id) as newest,
        max(a.id) filter (where ${before}) as before, max(a.id) filter (where ${after}) as after
      from answer_entries a
      where a.project_id = ${projectId} and (${before} or ${after})
      group by 1, 2
      having max(a.id) filter (where ${before}) is distinct from max(a.id) filter (where ${after})
    ), page as (
      select *, count(*) over ()::int as total from changed order by newest desc limit ${maxEntries}
    )
    select c.kind, c.entry_id as id, c.total, ${title} as title,
      ${section('t.before')} as before, ${section('t.after')} as after
    from page c
    left join answer_entries o on o.id = c.before left join knowledge_versions ov
      on o.kind = 'item' and ov.item_id = o.entry_id and ov.version = o.version
    left join answer_entries n on n.id = c.after left join knowledge_versions nv
      on n.kind = 'item' and nv.item_id = n.entry_id and nv.version = n.version
    cross join lateral (select ${text('o')} as before, ${text('n')} as after) t
    cross join lateral (select greatest(1, first_difference(t.before, t.after) - ${maxUnchanged}) as start) d
    where c.kind <> 'item' or ov.content_hash is distinct from nv.content_hash
      or o.question_language is distinct from n.question_language
    order by c.newest desc`
  return { entries: rows.map(({ total: _, ...entry }) => entry), total: rows[0]?.total ?? 0 }
}

/** The part of a text around the first change. */
function section(text: string) {
  return raw(`case when d.start > 1 then '…' else '' end || substr(${text}, d.start, ${maxText})
    || case when length(${text}) >= d.start + ${maxText} then '…' else '' end`)
}

/** The text of an entry, of the version beside it for items; `alias` is that of the entry. Null without an entry. */
function text(alias: string) {
  const version = `${alias}v`
  return raw(`case ${alias}.kind when 'item' then coalesce(${version}.text, '')
    when 'faq' then concat_ws(E'\\n', ${alias}.content->>'question', ${alias}.content->>'answer')
    when 'profile' then (select string_agg(f.key || ': ' || f.value, E'\\n' order by f.key)
      from jsonb_each_text(${alias}.content) f where f.value <> '')
    when 'prompt' then coalesce((select p.text from prompt_versions p where p.key = 'answer'
      and p.version = (${alias}.content->>'version')::int), 'Default prompt') end`)
}

const title = part`case c.kind when 'item' then coalesce(n.title, o.title)
  when 'faq' then coalesce(n.content, o.content)->>'question'
  when 'profile' then 'Agent profile' else 'Prompt' end`

const inDraft = part`a.is_draft`

/** What visitors get, compared with the draft. */
export function compareLiveWithDraft(sql: Sql, projectId: string) {
  return compareSets(sql, projectId, part`a.is_live`, inDraft)
}

/** The draft, compared with the answers of a revision without the prompt, which a restore keeps. */
export function compareDraftWithRevision(sql: Sql, projectId: string, revision: number) {
  const isNoPrompt = part`a.kind <> 'prompt'`
  return compareSets(
    sql,
    projectId,
    part`${inDraft} and ${isNoPrompt}`,
    part`${isInRevision(revision)} and ${isNoPrompt}`,
  )
}

/** Whether an entry `a` was live in a revision. */
export function isInRevision(revision: number) {
  return part`a.added_in <= ${revision} and (a.removed_in is null or a.removed_in > ${revision})`
}
