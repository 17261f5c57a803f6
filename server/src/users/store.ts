import type { Role } from '@aichat/contracts/company/permissions'
import type { TeamMember, User } from '@aichat/contracts/company/users'
import part, { empty } from 'sql-template-tag'
import type { Sql } from '../kit/db/db.ts'
import type { Caller } from '../kit/http/caller.ts'
import type { AccessClaims } from '../kit/security/tokens.ts'

export type NewUser = {
  id: string
  companyId: string
  name: string
  email: string
  role: Role
  passwordHash: string
}

/** The form in which email addresses are compared and kept unique. */
export function normalizeEmail(email: string): string {
  return email.normalize('NFKC').trim().toLowerCase()
}

export async function addUser(sql: Sql, user: NewUser): Promise<void> {
  await sql`
    insert into users (id, company_id, name, email, normalized_email, role, password_hash)
    values (${user.id}, ${user.companyId}, ${user.name}, ${user.email}, ${normalizeEmail(user.email)}, ${user.role},
      ${user.passwordHash})`
}

export type Login = { id: string; companyId: string; passwordHash: string; status: string }

/** In the lookup role: finds the account of an email address in any company. */
export async function findLogin(sql: Sql, email: string): Promise<Login | null> {
  const [row] = await sql<Login>`
    select id, company_id as "companyId", password_hash as "passwordHash", status
    from users where normalized_email = ${normalizeEmail(email)}`
  return row ?? null
}

/** In the lookup role: whether the installation has a user in any company. */
export async function hasAnyUser(sql: Sql): Promise<boolean> {
  const [row] = await sql<{ exists: boolean }>`select exists(select id from users)`
  return row?.exists ?? false
}

export async function findUser(sql: Sql, id: string): Promise<(User & { status: string }) | null> {
  const [row] = await sql<User & { status: string }>`
    select id, name, email, role, status from users where id = ${id}`
  return row ?? null
}

/** The user of an active sign-in. */
export async function findCaller(sql: Sql, { userId, signInId }: AccessClaims): Promise<Caller | null> {
  const [row] = await sql<Caller>`
    select u.company_id as "companyId", u.id as "userId", u.name, u.role, s.id as "signInId"
    from users u join sign_ins s on s.user_id = u.id
    where u.id = ${userId} and u.status = 'active' and s.id = ${signInId} and s.ended_at is null`
  return row ?? null
}

/** Those of the given sign-ins that have not ended and whose user is active. */
export async function listActiveSignIns(sql: Sql, ids: string[]): Promise<string[]> {
  const rows = await sql<{ id: string }>`
    select s.id from sign_ins s join users u on u.id = s.user_id
    where s.id = any(${ids}::uuid[]) and s.ended_at is null and u.status = 'active'`
  return rows.map(({ id }) => id)
}

/** A team member or a pending invitation. */
export type Member = Omit<TeamMember, 'online'>

function selectTeam(sql: Sql, where = empty): Promise<Member[]> {
  return sql<Member>`
    select id, name, email, role, status, "lastSeenAt" from (
      select id, name, email, role, status, last_seen_at as "lastSeenAt", created_at from users
      union all
      select id, name, email, role, 'invited', null, created_at from invitations
    ) team
    ${where}
    order by created_at, id`
}

export function listTeam(sql: Sql): Promise<Member[]> {
  return selectTeam(sql)
}

export async function findMember(sql: Sql, id: string): Promise<Member | null> {
  const [member] = await selectTeam(sql, part`where id = ${id}`)
  return member ?? null
}

export async function countActiveOwners(sql: Sql): Promise<number> {
  const [row] = await sql<{ owners: number }>`
    select count(*)::int as owners from users where role = 'Owner' and status = 'active'`
  return row?.owners ?? 0
}

export async function updateMember(
  sql: Sql,
  { id, role, status }: Pick<Member, 'id' | 'role' | 'status'>,
): Promise<void> {
  await sql`update users set role = ${role}, status = ${status} where id = ${id}`
  await sql`update invitations set role = ${role} where id = ${id}`
}

/** Unassigns some conversations of a member, which count as changed. Returns whether the member may have more. */
export async function unassignSessions(sql: Sql, userId: string, limit: number): Promise<boolean> {
  const rows = await sql<{ sessionId: string }>`
    select session_id as "sessionId" from session_states where assigned_agent_id = ${userId}
    order by session_id limit ${limit}`
  const sessionIds = rows.map(({ sessionId }) => sessionId)
  await sql`select increment_session_revisions(${sessionIds}::uuid[])`
  await sql`
    update session_states set assigned_agent_id = null
    where session_id = any(${sessionIds}::uuid[]) and assigned_agent_id = ${userId}`
  return rows.length === limit
}

export async function deleteMember(sql: Sql, id: string): Promise<void> {
  await sql`delete from users where id = ${id}`
  await sql`delete from invitations where id = ${id}`
}

export async function renameUser(sql: Sql, id: string, name: string): Promise<void> {
  await sql`update users set name = ${name} where id = ${id}`
}

/** Revokes all refresh and access tokens of the user. */
export async function endUserSignIns(sql: Sql, userId: string): Promise<void> {
  await sql`update sign_ins set ended_at = now() where user_id = ${userId} and ended_at is null`
}

export type NewInvitation = {
  id: string
  companyId: string
  email: string
  name: string
  role: Role
  tokenHash: string
  expiresAt: Date
}

/**
 * Creates an invitation, or renews the one of the same email address, whose earlier link stops working. Returns null
 * when only an Owner may renew it.
 */
export async function upsertInvitation(
  sql: Sql,
  { id, companyId, email, name, role, tokenHash, expiresAt }: NewInvitation,
  mayInviteOwners: boolean,
): Promise<Member | null> {
  const [row] = await sql<Member>`
    insert into invitations as i (id, company_id, email, normalized_email, name, role, token_hash, expires_at)
    values (${id}, ${companyId}, ${email}, ${normalizeEmail(email)}, ${name}, ${role}, ${tokenHash}, ${expiresAt})
    on conflict (company_id, normalized_email) do update set email = excluded.email, role = excluded.role,
      name = coalesce(nullif(excluded.name, ''), i.name), token_hash = excluded.token_hash,
      expires_at = excluded.expires_at
    where i.role <> 'Owner' or ${mayInviteOwners}
    returning id, name, email, role, 'invited' as status, null as "lastSeenAt"`
  return row ?? null
}

/** In the lookup role: finds the company of an invitation link, even of an expired one. */
export async function findCompanyByInvitation(sql: Sql, tokenHash: string): Promise<string | null> {
  const [row] = await sql<{ companyId: string }>`
    select company_id as "companyId" from invitations where token_hash = ${tokenHash}`
  return row?.companyId ?? null
}

export async function findInvitation(sql: Sql, tokenHash: string, now: Date): Promise<User | null> {
  const [row] = await sql<User>`
    select id, name, email, role from invitations where token_hash = ${tokenHash} and expires_at > ${now}`
  return row ?? null
}

/** Deletes the invitation and returns its user, to only one of several concurrent callers. */
export async function consumeInvitation(sql: Sql, tokenHash: string, now: Date): Promise<User | null> {
  const [row] = await sql<User>`
    delete from invitations where token_hash = ${tokenHash} and expires_at > ${now}
    returning id, name, email, role`
  return row ?? null
}

export async function updateLastSeen(sql: Sql, id: string): Promise<void> {
  await sql`update users set last_seen_at = now() where id = ${id}`
}
