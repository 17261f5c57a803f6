import type pg from 'pg'
import { StartError } from '../process/start-error.ts'

/** Roles that own nothing and cannot log in. Every query runs as one of them. */
const roles = ['aichat_app', 'aichat_lookup', 'aichat_search', 'aichat_export']

type Rights = {
  user: string
  database: string
  canCreateRoles: boolean
  ownsSchema: boolean
  canCreateSchema: boolean
  roles: { name: string; exists: boolean; canSet: boolean; canGrant: boolean }[]
}

/**
 * The statements that an administrator must run before this user can create or update the schema; empty when it has every
 * right. Only reads the catalog.
 */
export async function findMissingRights(client: pg.ClientBase): Promise<string[]> {
  const rights = await readRights(client)
  const { user, database } = rights
  const created = rights.roles.filter(({ exists }) => !exists && !rights.canCreateRoles)
  const granted = rights.roles.filter(
    ({ exists, canSet, canGrant }) => !canSet && (exists ? !canGrant : !rights.canCreateRoles),
  )
  const statements = created.map(({ name }) => `CREATE ROLE ${name} NOLOGIN;`)
  if (granted.length > 0) statements.push(`GRANT ${granted.map(({ name }) => name).join(', ')} TO ${user};`)
  if (!rights.ownsSchema) statements.push(`GRANT ALL ON SCHEMA public TO ${user} WITH GRANT OPTION;`)
  if (!rights.canCreateSchema) statements.push(`GRANT CREATE ON DATABASE ${database} TO ${user};`)
  return statements
}

/**
 * Creates the roles, and permits the current user to switch to them. From PostgreSQL 16 on, the creator of a role
 * administers it, but may not switch to it.
 * @throws StartError with the statements that an administrator must run, when the user lacks a right
 */
export async function createRoles(client: pg.ClientBase): Promise<void> {
  const { roles: found, user } = await readRights(client)
  if (found.every(({ canSet }) => canSet)) return
  const statements = await findMissingRights(client)
  if (statements.length > 0)
    throw new StartError(
      `The database user ${user} lacks rights. As an administrator of PostgreSQL, run in the database of DATABASE_URL: ${statements.join(' ')}`,
    )
  for (const { name, exists, canSet } of found) {
    // Another installation on the same server may create the role at the same time.
    if (!exists)
      await client.query(
        `DO $$ BEGIN CREATE ROLE ${name} NOLOGIN; EXCEPTION WHEN duplicate_object OR unique_violation THEN NULL; END $$`,
      )
    if (!canSet) await client.query(`GRANT ${name} TO CURRENT_USER`)
  }
}

async function readRights(client: pg.ClientBase): Promise<Rights> {
  const { rows } = await client.query<Rights>(
    `
    WITH me AS (
      SELECT rolsuper OR rolcreaterole AS "canCreateRoles", rolsuper AS "isSuperuser",
        current_setting('server_version_num')::int >= 160000 AS "hasSetOption"
      FROM pg_roles WHERE rolname = current_user
    )
    SELECT quote_ident(current_user) AS user, quote_ident(current_database()) AS database, me."canCreateRoles",
      has_schema_privilege('public', 'CREATE WITH GRANT OPTION') AS "ownsSchema",
      has_database_privilege(current_database(), 'CREATE') AS "canCreateSchema",
      (SELECT json_agg(json_build_object('name', name, 'exists', r.oid IS NOT NULL,
          'canSet', coalesce(pg_has_role(r.oid, CASE WHEN me."hasSetOption" THEN 'SET' ELSE 'MEMBER' END), false),
          'canGrant', coalesce(me."isSuperuser" OR pg_has_role(r.oid, 'MEMBER WITH ADMIN OPTION')
            OR (me."canCreateRoles" AND NOT me."hasSetOption"), false)) ORDER BY name)
        FROM unnest($1::text[]) AS name LEFT JOIN pg_roles r ON r.rolname = name) AS roles
    FROM me`,
    [roles],
  )
  return rows[0] as Rights
}
