import { cpSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import type pg from 'pg'
import Postgrator from 'postgrator'
import { listTables, type Table } from '../src/ops/catalog.ts'
import { type Row, writeRows } from '../src/ops/rows.ts'

const root = path.resolve(import.meta.dirname, '../..')
const fixture = path.join(import.meta.dirname, 'fixtures/schema-031.jsonl')

type Head = { schemaVersion: number; appSecret: string; email: string; password: string }
type TableRows = { table: string; columns: string[]; rows: Row[] }
type StoredFile = { file: string; base64: string }

/** An installation of schema 31 with rows in every table: see server/test/fixtures/seed-schema-031.mjs. */
export function readFixture(): { head: Head; tables: TableRows[]; files: StoredFile[] } {
  const [head, ...lines] = readFileSync(fixture, 'utf8')
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line))
  return {
    head,
    tables: lines.filter((line) => 'table' in line),
    files: lines.filter((line) => 'file' in line),
  }
}

/** Migrates an empty database to schema 31 and writes the fixture's rows and files. */
export async function restoreFixture(pool: pg.Pool, dataDir: string): Promise<void> {
  const { head, tables, files } = readFixture()
  const client = await pool.connect()
  try {
    const postgrator = new Postgrator({
      migrationPattern: path.join(root, 'server/migrations/*'),
      driver: 'pg',
      schemaTable: 'schema_versions',
      execQuery: (query) => client.query(query),
      execSqlScript: async (script) => {
        await client.query(script)
      },
    })
    await postgrator.migrate(String(head.schemaVersion))
    await client.query('BEGIN')
    const ageMs = Date.now() - Date.parse(findCreation(tables))
    const known = new Map((await listTables(client)).map((table) => [table.name, table]))
    for (const { table, columns, rows } of tables) {
      const target = known.get(table)
      if (target?.columns.map(({ name }) => name).join() !== columns.join())
        throw new Error(`The fixture's table ${table} has other columns than schema ${head.schemaVersion}`)
      await client.query(`ALTER TABLE ${table} DISABLE TRIGGER USER`)
      await writeRows(client, target, shiftTimes(target, rows, ageMs), 'local')
    }
    await client.query('SET CONSTRAINTS ALL IMMEDIATE')
    for (const { table } of tables) await client.query(`ALTER TABLE ${table} ENABLE TRIGGER USER`)
    await client.query('COMMIT')
  } finally {
    client.release(true)
  }
  for (const { file, base64 } of files) {
    const target = path.join(dataDir, 'files', file)
    mkdirSync(path.dirname(target), { recursive: true })
    writeFileSync(target, Buffer.from(base64, 'base64'))
  }
}

/** The time at which the fixture's company signed up. */
function findCreation(tables: TableRows[]): string {
  const companies = tables.find(({ table }) => table === 'companies')
  return companies?.rows[0]?.[companies.columns.indexOf('created_at')] as string
}

/** Makes the rows as old as they were when the fixture was made: retention and expiry depend on it. */
function shiftTimes({ columns }: Table, rows: Row[], ageMs: number): Row[] {
  const isTime = columns.map(({ type }) => type === 'timestamp with time zone')
  return rows.map((row) =>
    row.map((value, index) =>
      isTime[index] && value ? new Date(Date.parse(value) + ageMs).toISOString() : value,
    ),
  )
}

/** Copies the migrations and functions of this version into a folder in which a test can change them. */
export function copySchemaFiles(to: string): string {
  cpSync(path.join(root, 'server/migrations'), path.join(to, 'server/migrations'), { recursive: true })
  cpSync(path.join(root, 'server/sql'), path.join(to, 'server/sql'), { recursive: true })
  return to
}

export function newestMigration(): number {
  const numbers = readdirSync(path.join(root, 'server/migrations')).map((file) => Number.parseInt(file, 10))
  return Math.max(...numbers)
}
