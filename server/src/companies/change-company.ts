import type { Company } from '@aichat/contracts/companies'
import type { App } from '../app.ts'
import { recordAuditEvent } from '../audit/store.ts'
import type { Actor } from '../kit/http/caller.ts'
import { getCompany, lockCompany, updateCompany } from './store.ts'

export function changeCompany(
  { db }: Pick<App, 'db'>,
  actor: Actor,
  change: { name?: string; domain?: string; timeZone?: string },
): Promise<Company> {
  return db.company(actor.companyId, async (sql) => {
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
  })
}
