import { recordAuditEvent } from '../audit/store.ts'
import { getCompany, lockCompany } from '../companies/store.ts'
import type { Sql } from '../kit/db/db.ts'
import type { Actor } from '../kit/http/caller.ts'
import { getEmailSettings, type StoredEmailSettings, setEmailSettings } from './settings-store.ts'

/** The names of the settings in the audit log. */
const auditFields = {
  sendsReplies: 'email replies',
  replyDelayMinutes: 'email delay in minutes',
  senderName: 'email sender name',
} as const satisfies Record<keyof StoredEmailSettings, string>

/** Omitted settings keep their value. An empty sender name stands for the name of the company. */
export async function changeEmailSettings(
  sql: Sql,
  actor: Actor,
  change: Partial<StoredEmailSettings>,
): Promise<StoredEmailSettings> {
  await lockCompany(sql)
  const { id, name } = await getCompany(sql)
  const before = await getEmailSettings(sql)
  const given = Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined))
  const merged = { ...before, ...given }
  const after = { ...merged, senderName: merged.senderName || null }
  await setEmailSettings(sql, id, after)
  for (const key of Object.keys(auditFields) as (keyof StoredEmailSettings)[]) {
    const [from, to] = [toText(before[key]), toText(after[key])]
    if (from === to) continue
    const subject = { kind: 'company' as const, id, name, field: auditFields[key], from, to }
    await recordAuditEvent(sql, actor, 'company_changed', subject)
  }
  return after
}

function toText(value: boolean | number | string | null): string {
  if (typeof value === 'boolean') return value ? 'on' : 'off'
  return String(value ?? '')
}
