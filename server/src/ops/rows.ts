import type pg from 'pg'
import * as z from 'zod'
import { exportRole } from '../kit/db/export-role.ts'
import { parse } from './archive.ts'
import { quoteIdentifier, type Table } from './catalog.ts'
import { createChecksum } from './checksum.ts'

/** The columns of a row in PostgreSQL's text format, which every engine reads. */
export type Row = (string | null)[]

const row = z.array(z.nullable(z.string()))

/** Limits of one read or write. */
const maxBatchBytes = 4_000_000
const maxBatchRows = 2000

/** Makes the text format independent of the server's configuration and disables timeouts, for the current transaction. */
export async function useStableTextFormat(client: pg.ClientBase): Promise<void> {
  await client.query(`
    SET LOCAL timezone = 'UTC'; SET LOCAL datestyle = 'ISO, YMD'; SET LOCAL intervalstyle = 'postgres';
    SET LOCAL extra_float_digits = 1; SET LOCAL bytea_output = 'hex';
    SET LOCAL statement_timeout = 0; SET LOCAL idle_in_transaction_session_timeout = 0`)
}

/** Yields the rows of a table in batches. Requires a transaction in the export role. */
export async function* readRows(client: pg.ClientBase, table: Table): AsyncGenerator<Row[]> {
  const columns = table.columns.map(({ name, isStorageBucket }) =>
    isStorageBucket
      ? `CASE WHEN ${quoteIdentifier(name)} IS NOT NULL THEN 'here' END`
      : `${quoteIdentifier(name)}::text`,
  )
  await client.query(
    `DECLARE everything NO SCROLL CURSOR FOR SELECT ${columns} FROM ${quoteIdentifier(table.name)}`,
  )
  for (let count = 100; ; ) {
    const text = `FETCH ${count} FROM everything`
    const { rows } = await client.query<Row>({ text, rowMode: 'array' })
    if (rows.length === 0) break
    yield rows
    count = Math.max(
      10,
      Math.min(maxBatchRows, Math.floor((maxBatchBytes / measureBytes(rows)) * rows.length)),
    )
  }
  await client.query('CLOSE everything')
}

export type Count = { rows: number; checksum: string }

export async function countRows(client: pg.ClientBase, table: Table): Promise<Count> {
  const checksum = createChecksum()
  for await (const rows of readRows(client, table)) for (const row of rows) checksum.add(formatLine(row))
  return checksum.end()
}

/** For the current transaction: read access to the rows of every company. */
export async function enterExportRole(client: pg.ClientBase): Promise<void> {
  await client.query(`SET LOCAL ROLE ${exportRole}`)
}

/** For the current transaction: access to the rows of one company, as the application has it. */
export async function enterCompany(client: pg.ClientBase, id: string): Promise<void> {
  await client.query(`SELECT set_config('role', 'aichat_app', true), set_config('app.company', $1, true)`, [
    id,
  ])
}

export function formatLine(row: Row): string {
  return JSON.stringify(row)
}

/** @throws OpsError when the archive is damaged */
export function parseLine(line: string): Row {
  return parse(row, line)
}

export function splitLines(content: Buffer): string[] {
  return content.toString('utf8').split('\n').filter(Boolean)
}

/**
 * Writes rows in the application's role, one company at a time, so that row-level security also applies to a restore. The
 * caller's role is active again afterwards. Returns the ids of the companies.
 */
export async function writeRows(
  client: pg.ClientBase,
  table: Table,
  rows: Row[],
  bucket: string,
): Promise<Iterable<string>> {
  const company = table.columns.findIndex(({ name }) => name === 'company_id')
  const groups = new Map<string, Row[]>()
  for (const row of rows) {
    const id = row[company] ?? ''
    const group = groups.get(id)
    if (group) group.push(row)
    else groups.set(id, [row])
  }
  const names = table.columns.map(({ name }) => quoteIdentifier(name))
  const values = table.columns.map(({ type }, index) => `(r.c${index})::${type}`)
  const text = `
    INSERT INTO ${quoteIdentifier(table.name)} (${names}) OVERRIDING SYSTEM VALUE SELECT ${values}
    FROM unnest(${table.columns.map((_, index) => `$${index + 1}::text[]`)})
      AS r (${table.columns.map((_, index) => `c${index}`)})`
  for (const [id, group] of groups) {
    await enterCompany(client, id)
    const columns = table.columns.map(({ isStorageBucket }, index) =>
      group.map((row) => (isStorageBucket && row[index] !== null ? bucket : row[index])),
    )
    await client.query(text, columns)
  }
  await client.query('RESET ROLE')
  return groups.keys()
}

function measureBytes(rows: Row[]): number {
  let size = 1
  for (const row of rows) for (const value of row) size += (value?.length ?? 0) + 8
  return size
}
