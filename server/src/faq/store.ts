import type { Faq, FaqFields } from '@aichat/contracts/ai/faq'
import part, { empty } from 'sql-template-tag'
import type { Sql } from '../kit/db/db.ts'

const columns = part`id, question, answer, position as "order"`

function selectFaqs(sql: Sql, projectId: string, more = empty): Promise<Faq[]> {
  return sql<Faq>`
    select ${columns} from faqs
    where project_id = ${projectId} ${more}
    order by position, id`
}

export function listFaqs(sql: Sql, projectId: string): Promise<Faq[]> {
  return selectFaqs(sql, projectId)
}

export async function findFaq(sql: Sql, projectId: string, id: string): Promise<Faq | null> {
  const [faq] = await selectFaqs(sql, projectId, part`and id = ${id}`)
  return faq ?? null
}

export type NewFaq = FaqFields & { id: string }

/** Appends FAQs. The caller must hold the lock of the project. */
export async function addFaqs(
  sql: Sql,
  scope: { companyId: string; projectId: string },
  faqs: NewFaq[],
): Promise<void> {
  await sql`
    insert into faqs (id, company_id, project_id, question, answer, position)
    select f.id, ${scope.companyId}, ${scope.projectId}, f.question, f.answer, f.place
      + (select coalesce(max(position), 0) from faqs where project_id = ${scope.projectId})
    from unnest(${faqs.map((faq) => faq.id)}::uuid[], ${faqs.map((faq) => faq.question)}::text[],
      ${faqs.map((faq) => faq.answer)}::text[]) with ordinality as f (id, question, answer, place)`
}

export async function updateFaq(
  sql: Sql,
  projectId: string,
  { id, question, answer }: NewFaq,
): Promise<void> {
  await sql`
    update faqs set question = ${question}, answer = ${answer} where project_id = ${projectId} and id = ${id}`
}

export async function removeFaq(sql: Sql, projectId: string, id: string): Promise<void> {
  await sql`delete from faqs where project_id = ${projectId} and id = ${id}`
}

/** Renumbers the FAQs from 1 in the order of the ids. */
export async function renumber(sql: Sql, projectId: string, ids: string[]): Promise<void> {
  await sql`
    update faqs set position = o.place from unnest(${ids}::uuid[]) with ordinality as o (id, place)
    where faqs.project_id = ${projectId} and faqs.id = o.id`
}

export async function setFaqEnabled(sql: Sql, projectId: string, enabled: boolean): Promise<void> {
  await sql`update projects set faq_enabled = ${enabled}, updated_at = now() where id = ${projectId}`
}
