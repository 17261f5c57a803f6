import type pg from 'pg'

/** A table with a company_id, as the system catalog describes it. */
export type Table = { name: string; columns: Column[] }

/** `isStorageBucket`: the column names the storage of a file, which differs between installations. */
type Column = { name: string; type: string; isStorageBucket: boolean }

/** Does not exist without pgvector. Vectors can be computed again. */
export const vectorTable = 'knowledge_vectors'

const storageColumns = new Set(['files.bucket', 'knowledge_items.s3_bucket'])
/** Restored from the vectors of the archive. */
const derivedColumns = new Set(['knowledge_items.embedding_model'])

export async function schemaVersion(client: pg.ClientBase): Promise<number> {
  const { rows } = await client.query(`SELECT coalesce(max(version), 0)::int AS version FROM schema_versions`)
  return rows[0].version
}

/** Lists all tenant tables in dependency order, without generated columns. */
export async function listTables(client: pg.ClientBase): Promise<Table[]> {
  const { rows } = await client.query<{ table: string; column: string; type: string }>(`
    SELECT c.relname AS "table", a.attname AS "column", format_type(a.atttypid, a.atttypmod) AS type
    FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped
    WHERE ${isTenantTable} AND a.attgenerated = ''
    ORDER BY c.relname, a.attname`)
  const tables = new Map<string, Table>()
  for (const { table, column, type } of rows) {
    const place = `${table}.${column}`
    if (derivedColumns.has(place)) continue
    if (!tables.has(table)) tables.set(table, { name: table, columns: [] })
    tables.get(table)?.columns.push({ name: column, type, isStorageBucket: storageColumns.has(place) })
  }
  const references = await client.query<{ from: string; to: string }>(`
    SELECT f.relname AS "from", t.relname AS "to"
    FROM pg_constraint k JOIN pg_class f ON f.oid = k.conrelid JOIN pg_class t ON t.oid = k.confrelid
    WHERE k.contype = 'f' AND k.connamespace = 'public'::regnamespace AND k.conrelid <> k.confrelid`)
  return sortByDependency([...tables.values()], references.rows)
}

/** Lists tables without the export policy: a backup would silently omit their rows. */
export async function listUnreadable(client: pg.ClientBase): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(`
    SELECT c.relname AS name FROM pg_class c
    WHERE ${isTenantTable} AND NOT EXISTS (
      SELECT FROM pg_policy p WHERE p.polrelid = c.oid AND p.polname = 'export')
    ORDER BY 1`)
  return rows.map(({ name }) => name)
}

export type Sequence = { sequence: string; table: string; column: string }

/** Lists the sequences of identity and serial columns. */
export async function listSequences(client: pg.ClientBase): Promise<Sequence[]> {
  const { rows } = await client.query<Sequence>(`
    SELECT * FROM (
      SELECT pg_get_serial_sequence(quote_ident(c.relname), a.attname) AS sequence, c.relname AS "table",
        a.attname AS "column"
      FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped
      WHERE ${isTenantTable}
    ) s WHERE sequence IS NOT NULL`)
  return rows
}

export function quoteIdentifier(name: string): string {
  return `"${name.replaceAll('"', '""')}"`
}

const isTenantTable = `c.relkind = 'r' AND c.relnamespace = 'public'::regnamespace AND EXISTS (
  SELECT FROM pg_attribute o WHERE o.attrelid = c.oid AND o.attname = 'company_id' AND NOT o.attisdropped)`

function sortByDependency(tables: Table[], references: { from: string; to: string }[]): Table[] {
  const sorted: Table[] = []
  let open = tables
  while (open.length > 0) {
    const waits = (table: Table) =>
      references.some(({ from, to }) => from === table.name && open.some(({ name }) => name === to))
    const ready = open.filter((table) => !waits(table))
    if (ready.length === 0)
      throw new Error(`Circular foreign keys between tables: ${open.map(({ name }) => name)}`)
    sorted.push(...ready)
    open = open.filter((table) => !ready.includes(table))
  }
  return sorted
}
