import type { ApiKey } from '@aichat/contracts/company/api-keys'
import type { ApiScope } from '@aichat/contracts/company/scopes'
import part from 'sql-template-tag'
import type { Sql } from '../kit/db/db.ts'

const columns = part`
  id, name, prefix, scopes, created_by as "createdBy", created_at as "createdAt", last_used_at as "lastUsedAt"`

/** Newest first. */
export function listKeys(sql: Sql): Promise<ApiKey[]> {
  return sql<ApiKey>`select ${columns} from api_keys order by created_at desc, id desc`
}

export async function findKey(sql: Sql, id: string): Promise<ApiKey | null> {
  const [key] = await sql<ApiKey>`select ${columns} from api_keys where id = ${id}`
  return key ?? null
}

type NewKey = {
  id: string
  companyId: string
  name: string
  prefix: string
  tokenHash: string
  scopes: ApiScope[]
  createdBy: string
}

/** Returns false when the company has reached the limit. */
export async function addKey(sql: Sql, key: NewKey, maxKeys: number): Promise<boolean> {
  const rows = await sql`
    insert into api_keys (id, company_id, name, prefix, token_hash, scopes, created_by)
    select ${key.id}, ${key.companyId}, ${key.name}, ${key.prefix}, ${key.tokenHash}, ${key.scopes}::text[],
      ${key.createdBy}
    where (select count(*) from api_keys) < ${maxKeys} returning id`
  return rows.length > 0
}

export async function removeKey(sql: Sql, id: string): Promise<void> {
  await sql`delete from api_keys where id = ${id}`
}

/** In the lookup role: finds the company of a key. */
export async function findCompanyByKeyHash(sql: Sql, tokenHash: string): Promise<string | null> {
  const [row] = await sql<{ companyId: string }>`
    select company_id as "companyId" from api_keys where token_hash = ${tokenHash}`
  return row?.companyId ?? null
}

export async function findKeyByHash(
  sql: Sql,
  tokenHash: string,
): Promise<{ id: string; name: string; scopes: ApiScope[] } | null> {
  const [row] = await sql<{ id: string; name: string; scopes: ApiScope[] }>`
    select id, name, scopes from api_keys where token_hash = ${tokenHash}`
  return row ?? null
}

/** Writes at most once a minute across all processes. */
export async function recordKeyUse(sql: Sql, id: string): Promise<void> {
  await sql`
    update api_keys set last_used_at = now()
    where id = ${id} and (last_used_at is null or last_used_at < now() - interval '1 minute')`
}
