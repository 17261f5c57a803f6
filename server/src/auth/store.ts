import type { User } from '@aichat/contracts/company/users'
import type { Sql } from '../kit/db/db.ts'

/** Returns the user if the verified password is still current and the user is active; null otherwise. */
export async function confirmLogin(sql: Sql, userId: string, passwordHash: string): Promise<User | null> {
  const [user] = await sql<User>`
    update users set last_seen_at = now()
    where id = ${userId} and password_hash = ${passwordHash} and status = 'active'
    returning id, name, email, role`
  return user ?? null
}

export async function findPasswordHash(sql: Sql, userId: string): Promise<string | null> {
  const [row] = await sql<{ passwordHash: string }>`
    select password_hash as "passwordHash" from users where id = ${userId}`
  return row?.passwordHash ?? null
}

/** Also deletes pending reset links. Returns null when the user is not active. */
export async function setPassword(sql: Sql, userId: string, passwordHash: string): Promise<User | null> {
  const [user] = await sql<User>`
    update users set password_hash = ${passwordHash} where id = ${userId} and status = 'active'
    returning id, name, email, role`
  await sql`delete from password_resets where user_id = ${userId}`
  return user ?? null
}

export type NewPasswordReset = {
  companyId: string
  userId: string
  tokenHash: string
  now: Date
  expiresAt: Date
}

export async function addPasswordReset(
  sql: Sql,
  { companyId, userId, tokenHash, now, expiresAt }: NewPasswordReset,
): Promise<void> {
  await sql`delete from password_resets where user_id = ${userId} and expires_at <= ${now}`
  await sql`
    insert into password_resets (token_hash, company_id, user_id, expires_at)
    values (${tokenHash}, ${companyId}, ${userId}, ${expiresAt})`
}

/** In the lookup role: finds the company of a reset link, even of an expired one. */
export async function findCompanyByReset(sql: Sql, tokenHash: string): Promise<string | null> {
  const [row] = await sql<{ companyId: string }>`
    select company_id as "companyId" from password_resets where token_hash = ${tokenHash}`
  return row?.companyId ?? null
}

/** Deletes the reset link and returns its user, to only one of several concurrent callers. */
export async function consumePasswordReset(sql: Sql, tokenHash: string, now: Date): Promise<string | null> {
  const [row] = await sql<{ userId: string }>`
    delete from password_resets where token_hash = ${tokenHash} and expires_at > ${now}
    returning user_id as "userId"`
  return row?.userId ?? null
}
