import type { Company } from '@aichat/contracts/company/companies'
import { recordAuditEvent } from '../audit/store.ts'
import type { Sql } from '../kit/db/db.ts'
import type { Actor } from '../kit/http/caller.ts'
import { getCompany, lockCompany, updateCompany } from './store.ts'

export async function changeCompany(
  sql: Sql,
  actor: Actor,
  change: { name?: string; domain?: string; timeZone?: string },
): Promise<Company> {
  await lockCompany(sql)
  const before = await getCompany(sql)
  await updateCompany(sql, change)
  const after = await getCompany(sql)
  for (const field of ['name', 'domain', 'timeZone'] as const) {
    const [from, to] = [before[field] ?? '', after[field] ?? '']
    if (from === to) continue
    const subject = { kind: 'company' as const, id: after.id, name: after.name, field, from, to }
    await recordAuditEvent(sql, actor, 'company_changed', subject)
  }
  return after
}
