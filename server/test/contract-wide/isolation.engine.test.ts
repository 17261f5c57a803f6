import { describe, expect, test } from 'vitest'
import { createPrivateFixtures } from '../fixtures/fixtures.ts'

const fixtures = createPrivateFixtures()

/** Tables of the installation, which contain nothing of a company. */
const installationTables = ['deployment', 'last_backup', 'schema_functions', 'schema_versions']

type Table = { name: string; hasCompany: boolean; isForced: boolean; policies: number }

async function tables(): Promise<Table[]> {
  const owner = await fixtures.signUp()
  return fixtures.server.app.db.company(
    owner.data.company.id,
    (sql) => sql<Table>`
      select c.relname as name,
        exists (select from pg_attribute a where a.attrelid = c.oid and a.attname = 'company_id') as "hasCompany",
        c.relrowsecurity and c.relforcerowsecurity as "isForced",
        (select count(*)::int from pg_policy p where p.polrelid = c.oid and p.polname = 'tenant_isolation'
          and p.polqual is not null and p.polwithcheck is not null) as policies
      from pg_class c where c.relkind in ('r', 'p') and c.relnamespace = 'public'::regnamespace
      order by 1`,
  )
}

describe('row-level security', () => {
  test('is forced on every table of the catalog', async () => {
    const all = await tables()
    expect(all.length).toBeGreaterThan(12)
    const violations = all.flatMap(({ name, hasCompany, isForced, policies }) => {
      if (installationTables.includes(name)) return []
      return [
        ...(hasCompany ? [] : [`${name} has no column company_id`]),
        ...(isForced ? [] : [`${name} does not enable and force row-level security`]),
        ...(policies === 1 ? [] : [`${name} has no policy tenant_isolation with USING and WITH CHECK`]),
      ]
    })
    expect(violations).toEqual([])
  })

  test('its roles own nothing, cannot log in and cannot bypass policies', async () => {
    const owner = await fixtures.signUp()
    const roles = await fixtures.server.app.db.company(
      owner.data.company.id,
      (sql) => sql`
        select rolname as name, rolsuper or rolbypassrls or rolcanlogin or rolcreaterole or rolcreatedb as "hasPower",
          (select count(*)::int from pg_class c where c.relowner = r.oid) as owned
        from pg_roles r where rolname like 'aichat%' order by 1`,
    )
    expect(roles).toEqual([
      { name: 'aichat_app', hasPower: false, owned: 0 },
      { name: 'aichat_export', hasPower: false, owned: 0 },
      { name: 'aichat_lookup', hasPower: false, owned: 0 },
      { name: 'aichat_search', hasPower: false, owned: 0 },
    ])
  })

  test('every foreign key between tenant tables includes the company', async () => {
    const owner = await fixtures.signUp()
    const loose = await fixtures.server.app.db.company(
      owner.data.company.id,
      (sql) => sql`
        select conrelid::regclass::text as "from", confrelid::regclass::text as "to"
        from pg_constraint k
        where contype = 'f' and connamespace = 'public'::regnamespace
          and not exists (select from pg_attribute a where a.attrelid = k.conrelid and a.attname = 'company_id'
            and a.attnum = any (k.conkey))`,
    )
    expect(loose).toEqual([])
  })

  test('a query without a condition reads and writes one company only', async () => {
    const acme = await fixtures.signUp('acme')
    const rival = await fixtures.signUp('rival')
    await rival.get('POST', '/api/projects', { name: 'Theirs' })
    const { db } = fixtures.server.app
    const seen = await db.company(acme.data.company.id, (sql) => sql`select company_id from users`)
    expect(seen).toEqual([{ company_id: acme.data.company.id }])
    expect(
      await db.company(acme.data.company.id, (sql) => sql`update projects set name = 'Mine' returning id`),
    ).toEqual([])
    await expect(
      db.company(
        acme.data.company.id,
        (sql) =>
          sql`insert into companies (company_id, name, public_key) values (gen_random_uuid(), 'x', 'x')`,
      ),
    ).rejects.toThrow(/row-level security/)
  })

  test('the lookup role can read its columns only', async () => {
    const { db } = fixtures.server.app
    await expect(db.lookup((sql) => sql`select name from users`)).rejects.toThrow(/permission denied/)
    await expect(db.lookup((sql) => sql`select text from messages`)).rejects.toThrow(/permission denied/)
    await expect(db.lookup((sql) => sql`update users set status = 'disabled'`)).rejects.toThrow()
  })

  test('the export role is read-only and must be set explicitly', async () => {
    const owner = await fixtures.signUp()
    const tables = await fixtures.server.app.db.company(
      owner.data.company.id,
      (sql) => sql<{ name: string; policy: string | null; canChange: boolean }>`
        select c.relname as name, pg_get_expr(p.polqual, c.oid) as policy,
          has_table_privilege('aichat_export', c.oid, 'INSERT, UPDATE, DELETE, TRUNCATE') as "canChange"
        from pg_class c left join pg_policy p on p.polrelid = c.oid and p.polname = 'export' and p.polcmd = 'r'
        where c.relkind = 'r' and c.relnamespace = 'public'::regnamespace and c.relname not in ('schema_versions', 'schema_functions', 'last_backup', 'deployment')`,
    )
    const isGuarded = ({ policy }: { policy: string | null }) =>
      /CURRENT_USER.* = 'aichat_export'/.test(policy ?? '')
    expect(tables.filter((table) => table.canChange || !isGuarded(table))).toEqual([])
  })

  test('an invalid company id never reaches the database', async () => {
    const { db } = fixtures.server.app
    expect(() => db.company("x'; reset role; --", async () => null)).toThrow('A company id must be a UUID')
  })
})
