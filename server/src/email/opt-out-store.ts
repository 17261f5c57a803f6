import type { Sql } from '../kit/db/db.ts'

export async function addOptOut(sql: Sql, companyId: string, addressHash: string): Promise<void> {
  await sql`
    insert into email_opt_outs (company_id, address_hash) values (${companyId}, ${addressHash}) on conflict do nothing`
}

export async function hasOptedOut(sql: Sql, addressHash: string): Promise<boolean> {
  const rows = await sql`select from email_opt_outs where address_hash = ${addressHash}`
  return rows.length > 0
}
