import type { PromptKey, PromptVersion } from '@aichat/contracts/ai/prompts'
import { lockCompany } from '../companies/store.ts'
import type { Sql } from '../kit/db/db.ts'

export type StoredVersion = Omit<PromptVersion, 'text' | 'isDefault'> & {
  key: PromptKey
  text: string | null
}

/** The latest version of each prompt that the company has changed. */
export function listCurrentVersions(sql: Sql): Promise<StoredVersion[]> {
  return sql<StoredVersion>`
    select distinct on (key) key, version, text, note, created_at as "createdAt", created_by as "createdBy"
    from prompt_versions order by key, version desc`
}

export function listVersions(sql: Sql, key: PromptKey, limit: number): Promise<StoredVersion[]> {
  return sql<StoredVersion>`
    select key, version, text, note, created_at as "createdAt", created_by as "createdBy"
    from prompt_versions where key = ${key} order by version desc limit ${limit}`
}

/** The text of an earlier version of a prompt; null for the default text. */
export async function findPromptText(sql: Sql, key: PromptKey, version: number): Promise<string | null> {
  const [row] = await sql<{ text: string | null }>`
    select text from prompt_versions where key = ${key} and version = ${version}`
  return row?.text ?? null
}

export type NewVersion = {
  companyId: string
  key: PromptKey
  /** Null restores the default text. */
  text: string | null
  note: string
  createdBy: string
}

/** Locks the company, so that concurrent changes get different version numbers. */
export async function addVersion(
  sql: Sql,
  { companyId, key, text, note, createdBy }: NewVersion,
): Promise<void> {
  await lockCompany(sql)
  await sql`
    insert into prompt_versions (company_id, key, version, text, note, created_by)
    select ${companyId}, ${key}, coalesce(max(version), 0) + 1, ${text}, ${note}, ${createdBy}
    from prompt_versions where key = ${key}`
}
