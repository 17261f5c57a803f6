import type { IdentitySecret } from '@aichat/contracts/widget/identity'
import part from 'sql-template-tag'
import type { Sql } from '../kit/db/db.ts'

const columns = part`id, secret_suffix as ending, created_at as "createdAt", last_used_at as "lastUsedAt"`

/** Newest first. */
export function listSecrets(sql: Sql, projectId: string): Promise<IdentitySecret[]> {
  return sql<IdentitySecret>`
    select ${columns} from identity_secrets where project_id = ${projectId} order by created_at desc, id desc`
}

export function listEncryptedSecrets(
  sql: Sql,
  projectId: string,
): Promise<{ id: string; encryptedSecret: string }[]> {
  return sql`
    select id, encrypted_secret as "encryptedSecret" from identity_secrets
    where project_id = ${projectId} order by created_at desc, id desc`
}

type NewSecret = { id: string; companyId: string; projectId: string; encryptedSecret: string; ending: string }

export async function addSecret(
  sql: Sql,
  { id, companyId, projectId, encryptedSecret, ending }: NewSecret,
): Promise<void> {
  await sql`
    insert into identity_secrets (id, company_id, project_id, encrypted_secret, secret_suffix)
    values (${id}, ${companyId}, ${projectId}, ${encryptedSecret}, ${ending})`
}

export async function removeSecret(sql: Sql, projectId: string, id: string): Promise<void> {
  await sql`delete from identity_secrets where project_id = ${projectId} and id = ${id}`
}

/** Writes at most once an hour: the time only shows which secret the website does not use any more. */
export async function recordSecretUse(sql: Sql, id: string): Promise<void> {
  await sql`
    update identity_secrets set last_used_at = now()
    where id = ${id} and (last_used_at is null or last_used_at < now() - interval '1 hour')`
}
