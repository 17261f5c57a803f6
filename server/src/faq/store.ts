import type { Faq } from '@aichat/contracts/ai/faq'
import part, { empty } from 'sql-template-tag'
import type { Sql } from '../kit/db/db.ts'
import {
  createAssignments,
  createColumnList,
  createSelectList,
  createUnnest,
  type RowOf,
} from '../kit/db/fields.ts'
import { faqFields } from './faq-fields.ts'

const selected = createSelectList(faqFields)
const columns = createColumnList(faqFields)
const edited = createAssignments(faqFields, 'n', ['id', 'order'])
const unnest = createUnnest(faqFields, 'n')

function selectFaqs(sql: Sql, projectId: string, more = empty): Promise<Faq[]> {
  return sql<RowOf<typeof faqFields>>`
    select ${selected} from faqs f
    where f.project_id = ${projectId} ${more}
    order by f.position, f.id`
}

export function listFaqs(sql: Sql, projectId: string): Promise<Faq[]> {
  return selectFaqs(sql, projectId)
}

export async function findFaq(sql: Sql, projectId: string, id: string): Promise<Faq | null> {
  const [faq] = await selectFaqs(sql, projectId, part`and f.id = ${id}`)
  return faq ?? null
}

/** Adds FAQs at the given places. The caller must hold the lock of the project. */
export async function addFaqs(
  sql: Sql,
  scope: { companyId: string; projectId: string },
  faqs: Faq[],
): Promise<void> {
  await sql`
    insert into faqs (company_id, project_id, ${columns})
    select ${scope.companyId}, ${scope.projectId}, n.* from ${unnest(faqs)}`
}

/** Updates the editable fields of an FAQ. */
export async function updateFaq(sql: Sql, projectId: string, faq: Omit<Faq, 'order'>): Promise<void> {
  await sql`
    update faqs f set ${edited} from ${unnest([faq])} where f.project_id = ${projectId} and f.id = n.id`
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
