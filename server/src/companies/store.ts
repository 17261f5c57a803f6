import type { Company } from '@aichat/contracts/company/companies'
import type { Sql } from '../kit/db/db.ts'

export async function addCompany(
  sql: Sql,
  company: { id: string; name: string; publicKey: string; timeZone: string },
): Promise<void> {
  await sql`
    insert into companies (company_id, name, public_key, time_zone)
    values (${company.id}, ${company.name}, ${company.publicKey}, ${company.timeZone})`
  await sql`insert into company_revisions (company_id) values (${company.id})`
}

type Row = { company_id: string; name: string; public_key: string; domain: string | null; time_zone: string }

/** The company of the transaction. */
export async function getCompany(sql: Sql): Promise<Company> {
  const [row] = await sql<Row>`select company_id, name, public_key, domain, time_zone from companies`
  if (!row) throw new Error('A transaction has exactly one company')
  return {
    id: row.company_id,
    name: row.name,
    publicKey: row.public_key,
    timeZone: row.time_zone,
    ...(row.domain ? { domain: row.domain } : {}),
  }
}

/** Locks the row of the company until the commit, which serializes changes that count its members, keys, labels and so on. */
export async function lockCompany(sql: Sql): Promise<void> {
  await sql`select from companies for no key update`
}

/** Records that conversations are removed, so that consoles reload their lists. Session states are locked before it. */
export async function incrementRemovedRevision(sql: Sql): Promise<void> {
  await sql`update company_revisions set rev = rev + 1, removed_rev = rev + 1`
}

/** Omitted fields keep their value; an empty domain removes it. */
export async function updateCompany(
  sql: Sql,
  { name, domain, timeZone }: { name?: string; domain?: string; timeZone?: string },
): Promise<void> {
  await sql`
    update companies set
      name = coalesce(${name ?? null}, name),
      time_zone = coalesce(${timeZone ?? null}, time_zone),
      domain = case when ${domain !== undefined} then ${domain || null} else domain end`
}
