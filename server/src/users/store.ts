import type { Role, TeamMember, User } from '@aichat/contracts/users'
import type { Sql } from '../kit/db.ts'

export type NewUser = {
  id: string
  companyId: string
  name: string
  email: string
  role: Role
  passwordHash: string
}

/** One spelling per address, whatever the sender's keyboard made of it. */
export function emailKey(email: string): string {
  return email.normalize('NFKC').trim().toLowerCase()
}

export async function addUser(sql: Sql, user: NewUser): Promise<void> {
  await sql`
    insert into users (id, company_id, name, email, email_key, role, password_hash)
    values (${user.id}, ${user.companyId}, ${user.name}, ${user.email}, ${emailKey(user.email)}, ${user.role},
      ${user.passwordHash})`
}

export type Login = { id: string; companyId: string; passwordHash: string; status: string }

/** In the lookup scope: an address leads to its account in whichever company. */
export async function loginOf(sql: Sql, email: string): Promise<Login | null> {
  const [row] = await sql<Login>`
    select id, company_id as "companyId", password_hash as "passwordHash", status
    from users where email_key = ${emailKey(email)}`
  return row ?? null
}

export async function findUser(sql: Sql, id: string): Promise<(User & { status: string }) | null> {
  const [row] = await sql<User & { status: string }>`
    select id, name, email, role, status from users where id = ${id}`
  return row ?? null
}

export async function listTeam(sql: Sql): Promise<Omit<TeamMember, 'online'>[]> {
  return sql<Omit<TeamMember, 'online'>>`
    select id, name, email, role, status, last_seen_at as "lastSeenAt" from users order by created_at, id`
}

export async function markSeen(sql: Sql, id: string): Promise<void> {
  await sql`update users set last_seen_at = now() where id = ${id}`
}
