import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import pg from 'pg'

/** A database that one run has for itself. */
export type Own = {
  kind: Kind
  /** What a server needs to open it. */
  env: { DATA_DIR: string; DATABASE_URL?: string; TMPDIR: string; EMBEDDED_FSYNC: string }
  /** The name on a PostgreSQL server of this machine, whose processor time can be read. */
  local: string | null
  /** Brings its statistics up to date, as a PostgreSQL that runs for longer than a minute does by itself. */
  settle(): Promise<void>
  remove(): Promise<void>
}
export type Kind = 'PGlite' | 'PostgreSQL'

let counter = 0

export async function ownDatabase(kind: Kind): Promise<Own> {
  const directory = mkdtempSync(path.join(tmpdir(), 'aichat-bench-'))
  const removeDirectory = () => rmSync(directory, { recursive: true, force: true })
  // PGlite by itself, which the product is held against, does not wait for the disk.
  const folders = {
    DATA_DIR: path.join(directory, 'data'),
    TMPDIR: directory,
    EMBEDDED_FSYNC: process.env.EMBEDDED_FSYNC || 'off',
  }
  if (kind === 'PGlite')
    return { kind, env: folders, local: null, settle: async () => {}, remove: async () => removeDirectory() }

  const server = new URL(process.env.DATABASE_URL as string)
  const name = `aichat_bench_${process.pid}_${++counter}`
  await administer(server, `CREATE DATABASE ${name}`)
  const own = new URL(server)
  own.pathname = `/${name}`
  return {
    kind,
    env: { ...folders, DATABASE_URL: own.href },
    local: ['localhost', '127.0.0.1', '[::1]', ''].includes(server.hostname) ? name : null,
    settle: () => administer(own, 'VACUUM (ANALYZE)'),
    async remove() {
      await administer(server, `DROP DATABASE IF EXISTS ${name} WITH (FORCE)`)
      removeDirectory()
    },
  }
}

async function administer(server: URL, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: server.href })
  await client.connect()
  try {
    await client.query(statement)
  } finally {
    await client.end()
  }
}
