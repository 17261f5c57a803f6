import type { AgentProfile } from '@aichat/contracts/ai/agent-profile'
import { type PublicFaq, publicFaq } from '@aichat/contracts/ai/faq'
import type { PromptKey } from '@aichat/contracts/ai/prompts'
import { type Sql as Part, raw } from 'sql-template-tag'
import { profileColumns } from '../agent-profile/store.ts'
import { type editableFaqFields, entryFields } from '../faq/faq-fields.ts'
import type { Sql } from '../kit/db/db.ts'
import type { RowOf } from '../kit/db/fields.ts'
import type { AnswerSet } from '../knowledge/search/answer-set.ts'
import { defaultPrompts } from '../prompts/defaults.ts'
import { findPromptText } from '../prompts/store.ts'

/** The release and revision of the live answers; the release is null before the first publish. */
export type LiveRelease = { number: number | null; revision: number }

const isIn = ({ isDraft }: AnswerSet) => raw(isDraft ? 'a.is_draft' : 'a.is_live')

const publicFields = Object.keys(publicFaq.shape) as (keyof PublicFaq)[]

/** What visitors get of the set's FAQs, in the order of the draft, which is not part of the answers. */
export async function listAnswerFaqs(sql: Sql, answers: AnswerSet): Promise<PublicFaq[]> {
  const faqs = await sql<{ id: string } & RowOf<typeof editableFaqFields>>`
    select a.entry_id as id, ${entryFields}
    from answer_entries a left join faqs f on f.id = a.entry_id
    where ${isIn(answers)} and a.project_id = ${answers.projectId} and a.kind = 'faq'
    order by f.position, a.entry_id`
  return faqs.map((faq, index) => toPublicFaq({ ...faq, order: index + 1 }))
}

function toPublicFaq(faq: PublicFaq): PublicFaq {
  return Object.fromEntries(publicFields.map((name) => [name, faq[name]])) as PublicFaq
}

/** Whether visitors still get all of these items and FAQs. */
export async function areLive(sql: Sql, projectId: string, ids: string[]): Promise<boolean> {
  const [row] = await sql<{ isLive: boolean }>`
    select not exists (
      select from unnest(${ids}::uuid[]) as t (id) where not exists (
        select from answer_entries a where a.entry_id = t.id and a.project_id = ${projectId} and a.is_live)) as "isLive"`
  return row?.isLive ?? false
}

export async function getAnswerProfile(sql: Sql, answers: AnswerSet): Promise<AgentProfile> {
  const profile = await findProfile(sql, answers.projectId, isIn(answers))
  if (!profile) throw new Error('Each set has exactly one agent profile')
  return profile
}

/** The profile among the entries `a` that meet the condition. */
export async function findProfile(
  sql: Sql,
  projectId: string,
  condition: Part,
): Promise<AgentProfile | null> {
  const [profile] = await sql<AgentProfile>`
    select ${profileColumns}
    from answer_entries a cross join lateral jsonb_populate_record(null::agent_profiles, a.content)
    where ${condition} and a.project_id = ${projectId} and a.kind = 'profile'`
  return profile ?? null
}

/** Version 0 is the default text. */
export async function getAnswerPrompt(
  sql: Sql,
  answers: AnswerSet,
): Promise<{ key: PromptKey; version: number; text: string }> {
  const [prompt] = await sql<{ version: number }>`
    select (a.content->>'version')::int as version from answer_entries a
    where ${isIn(answers)} and a.project_id = ${answers.projectId} and a.kind = 'prompt'`
  const version = prompt?.version ?? 0
  const text = version > 0 ? await findPromptText(sql, 'answer', version) : null
  return { key: 'answer', version, text: text ?? defaultPrompts.answer.text }
}

/** Revisions count from 1 within a release. */
export async function getLiveRelease(sql: Sql, projectId: string): Promise<LiveRelease> {
  const [row] = await sql<{ number: number | null; revision: number }>`
    select r.number, s.revision - coalesce(r.revision, 1) + 1 as revision from answer_states s
    left join lateral (
      select number, revision from releases where project_id = s.project_id order by number desc limit 1
    ) r on true
    where s.project_id = ${projectId}`
  if (!row) throw new Error('Each project has a row of answer states')
  return row
}
