import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import pg from 'pg'
import { pino } from 'pino'
import type { TestProject } from 'vitest/node'
import { migrate, openDatabase } from '../src/kit/db/database.ts'
import type { Settings } from '../src/kit/process/settings.ts'

declare module 'vitest' {
  interface ProvidedContext {
    template: Template
  }
}

/** The source of each test file’s database: a migrated directory, or a migrated database on a server. */
export type Template = { dataDir: string } | { databaseUrl: string }

const silent = pino({ level: 'silent' })
const root = path.resolve(import.meta.dirname, '../..')

/** Runs once before all tests of the server. */
export default async function prepare({ provide }: TestProject) {
  const { DATABASE_URL } = process.env
  const dataDir = mkdtempSync(path.join(tmpdir(), 'aichat-template-'))
  const databaseUrl = DATABASE_URL
    ? await createDatabase(DATABASE_URL, `aichat_template_${process.pid}`)
    : null
  const database = await openDatabase({ dataDir, databaseUrl, databasePool: 2 } as Settings, silent)
  await migrate(database.pool, root)
  await database.close()
  provide('template', databaseUrl ? { databaseUrl } : { dataDir })
  return async () => {
    rmSync(dataDir, { recursive: true, force: true })
    if (databaseUrl) await dropDatabase(databaseUrl)
  }
}

export type DatabaseCopy = { dataDir: string; databaseUrl: string | null; remove(): Promise<void> }

/** A fresh, migrated database for one server. */
export async function copyDatabase(template: Template): Promise<DatabaseCopy> {
  if ('databaseUrl' in template)
    return createOn(template.databaseUrl, new URL(template.databaseUrl).pathname.slice(1))
  const copy = createDirectory()
  cpSync(path.join(template.dataDir, 'database'), path.join(copy.dataDir, 'database'), { recursive: true })
  return copy
}

/** A fresh database without tables, on the same engine as the template. */
export async function createEmptyDatabase(template: Template): Promise<DatabaseCopy> {
  return 'databaseUrl' in template ? createOn(template.databaseUrl) : createDirectory()
}

function createDirectory(): DatabaseCopy {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'aichat-test-'))
  return {
    dataDir,
    databaseUrl: null,
    remove: async () => rmSync(dataDir, { recursive: true, force: true }),
  }
}

async function createOn(serverUrl: string, from?: string): Promise<DatabaseCopy> {
  const { dataDir, remove } = createDirectory()
  const name = `aichat_test_${process.pid}_${Math.random().toString(36).slice(2, 10)}`
  const databaseUrl = await createDatabase(serverUrl, name, from)
  return {
    dataDir,
    databaseUrl,
    async remove() {
      await dropDatabase(databaseUrl)
      await remove()
    },
  }
}

async function createDatabase(url: string, name: string, from?: string): Promise<string> {
  await admin(url, `CREATE DATABASE ${name}${from ? ` TEMPLATE ${from}` : ''}`)
  const created = new URL(url)
  created.pathname = `/${name}`
  return created.href
}

async function dropDatabase(url: string): Promise<void> {
  await admin(url, `DROP DATABASE IF EXISTS ${new URL(url).pathname.slice(1)} WITH (FORCE)`)
}

async function admin(url: string, statement: string): Promise<void> {
  const maintenance = new URL(url)
  maintenance.pathname = '/postgres'
  const client = new pg.Client({ connectionString: maintenance.href })
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
