import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import pg from 'pg'

/** A database that is created for one run. */
export type BenchDatabase = {
  kind: DatabaseKind
  /** Environment variables for a server that uses it. */
  env: { DATA_DIR: string; DATABASE_URL?: string; TMPDIR: string; EMBEDDED_FSYNC: string }
  /** The database name if PostgreSQL runs on this machine, where its processor time can be read. */
  localName: string | null
  /** Updates the planner's statistics, as autovacuum does within a minute. */
  updateStatistics(): Promise<void>
  remove(): Promise<void>
}
export type DatabaseKind = 'PGlite' | 'PostgreSQL'

let counter = 0

export async function createBenchDatabase(kind: DatabaseKind): Promise<BenchDatabase> {
  const directory = mkdtempSync(path.join(tmpdir(), 'aichat-bench-'))
  const removeDirectory = () => rmSync(directory, { recursive: true, force: true })
  // Bare PGlite, the limit for comparison, does not wait for the disk.
  const directories = {
    DATA_DIR: path.join(directory, 'data'),
    TMPDIR: directory,
    EMBEDDED_FSYNC: process.env.EMBEDDED_FSYNC || 'off',
  }
  if (kind === 'PGlite')
    return {
      kind,
      env: directories,
      localName: null,
      updateStatistics: async () => {},
      remove: async () => removeDirectory(),
    }

  const server = new URL(process.env.DATABASE_URL as string)
  const name = `aichat_bench_${process.pid}_${++counter}`
  await execute(server, `CREATE DATABASE ${name}`)
  const url = new URL(server)
  url.pathname = `/${name}`
  return {
    kind,
    env: { ...directories, DATABASE_URL: url.href },
    localName: ['localhost', '127.0.0.1', '[::1]', ''].includes(server.hostname) ? name : null,
    updateStatistics: () => execute(url, 'VACUUM (ANALYZE)'),
    async remove() {
      await execute(server, `DROP DATABASE IF EXISTS ${name} WITH (FORCE)`)
      removeDirectory()
    },
  }
}

async function execute(server: URL, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: server.href })
  await client.connect()
  try {
    await client.query(statement)
  } finally {
    await client.end()
  }
}
