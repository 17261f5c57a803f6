import { cpSync, mkdtempSync, rmSync, statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import pg from 'pg'
import { pino } from 'pino'
import type { TestProject } from 'vitest/node'
import { migrate, openDatabase } from '../../src/kit/db/database.ts'
import type { Settings } from '../../src/kit/process/settings.ts'

declare module 'vitest' {
  interface ProvidedContext {
    template: Template
    /** Whether the database has the extension pgvector; the embedded one has. */
    hasVectors: boolean
  }
}

/** The source of each server’s database: a migrated directory, or a migrated database on a server. */
export type Template = {
  /** Holds the files of all servers of this run. */
  directory: string
} & ({ dataDir: string } | { databaseUrl: string })

const silent = pino({ level: 'silent' })
const root = path.resolve(import.meta.dirname, '../../..')

/** Runs once before all tests of the server. The returned function removes every database and directory of the run. */
export default async function prepare({ provide }: TestProject) {
  const { DATABASE_URL } = process.env
  const directory = mkdtempSync(path.join(fastestDirectory(), 'aichat-test-'))
  const dataDir = path.join(directory, 'template')
  const databaseUrl = DATABASE_URL ? await createDatabase(DATABASE_URL, `aichat_test_${process.pid}`) : null
  const database = await openDatabase({ dataDir, databaseUrl, databasePool: 2 } as Settings, silent)
  await migrate(database.pool, root)
  const { rows } = await database.pool.query(`SELECT FROM pg_available_extensions WHERE name = 'vector'`)
  await database.close()
  provide('hasVectors', rows.length > 0)
  provide('template', databaseUrl ? { directory, databaseUrl } : { directory, dataDir })
  return async () => {
    rmSync(directory, { recursive: true, force: true })
    if (databaseUrl) await dropDatabases(databaseUrl)
  }
}

/** In memory where there is room for some hundred databases of 40 MB: each of them is about a thousand files. */
function fastestDirectory(): string {
  try {
    const { bavail, bsize } = statfsSync('/dev/shm')
    if (bavail * bsize > 8e9) return '/dev/shm'
  } catch {
    // There is none.
  }
  return tmpdir()
}

export type DatabaseCopy = { dataDir: string; databaseUrl: string | null; remove(): Promise<void> }

/** A fresh, migrated database for one server. */
export async function copyDatabase(template: Template): Promise<DatabaseCopy> {
  if ('databaseUrl' in template) return createOn(template, nameOf(template.databaseUrl))
  const copy = createDirectory(template)
  cpSync(path.join(template.dataDir, 'database'), path.join(copy.dataDir, 'database'), { recursive: true })
  return copy
}

/** A fresh database without tables, on the same engine as the template. */
export async function createEmptyDatabase(template: Template): Promise<DatabaseCopy> {
  return 'databaseUrl' in template ? createOn(template) : createDirectory(template)
}

function createDirectory({ directory }: Template): DatabaseCopy {
  const dataDir = mkdtempSync(path.join(directory, 'server-'))
  return {
    dataDir,
    databaseUrl: null,
    remove: async () => rmSync(dataDir, { recursive: true, force: true }),
  }
}

async function createOn(template: Template & { databaseUrl: string }, from?: string): Promise<DatabaseCopy> {
  const { dataDir, remove } = createDirectory(template)
  const name = `${nameOf(template.databaseUrl)}_${process.pid}_${++copies}`
  const databaseUrl = await createDatabase(template.databaseUrl, name, from)
  return {
    dataDir,
    databaseUrl,
    async remove() {
      await dropDatabase(databaseUrl)
      await remove()
    },
  }
}

let copies = 0

/** Drops the template and the copies of servers that ended with their worker. */
async function dropDatabases(templateUrl: string): Promise<void> {
  const client = new pg.Client({ connectionString: maintenanceUrl(templateUrl) })
  await client.connect()
  const { rows } = await client.query<{ datname: string }>(
    `SELECT datname FROM pg_database WHERE datname = $1 OR starts_with(datname, $1 || '_')`,
    [nameOf(templateUrl)],
  )
  for (const { datname } of rows) await client.query(`DROP DATABASE IF EXISTS ${datname} WITH (FORCE)`)
  await client.end()
}

function nameOf(databaseUrl: string): string {
  return new URL(databaseUrl).pathname.slice(1)
}

function maintenanceUrl(databaseUrl: string): string {
  const maintenance = new URL(databaseUrl)
  maintenance.pathname = '/postgres'
  return maintenance.href
}

async function createDatabase(url: string, name: string, from?: string): Promise<string> {
  await admin(url, `CREATE DATABASE ${name}${from ? ` TEMPLATE ${from}` : ''}`)
  const created = new URL(url)
  created.pathname = `/${name}`
  return created.href
}

async function dropDatabase(url: string): Promise<void> {
  await admin(url, `DROP DATABASE IF EXISTS ${nameOf(url)} WITH (FORCE)`)
}

async function admin(url: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: maintenanceUrl(url) })
  await client.connect()
  // PostgreSQL refuses concurrent copies of one template, so a failed copy is retried.
  for (let attempt = 1; ; attempt++) {
    try {
      await client.query(statement)
      break
    } catch (error) {
      if (attempt === 20 || (error as { code?: string }).code !== '55006') throw error
      await new Promise((resolve) => setTimeout(resolve, 100 + Math.random() * 200))
    }
  }
  await client.end()
}
