import path from 'node:path'
import { configDefaults, defineConfig } from 'vitest/config'

// They start engines of their own, and are run where those are installed; the longer ones only when they are asked for.
const isShared = Boolean(process.env.DATABASE_URL && process.env.REDIS_URL)
const faults = isShared ? [`e2e/faults/${process.env.FAULTS ? '*' : 'postgres'}.test.ts`] : []
// PostgreSQL has no directory of ours.
const embeddedOnly = ['server/test/data-directory.test.ts']
// The embedded database has one process and one owner.
const sharedOnly = ['server/test/worker.test.ts', 'server/test/house-owner.test.ts']

// It knows no database: once is enough.
const browserCode = {
  test: {
    name: 'browser-code',
    include: ['console/src/**/*.test.{ts,tsx}', 'widget/**/*.test.{ts,tsx}', 'packages/*/src/*.test.ts'],
  },
  resolve: { alias: { '@': path.resolve('console/src') } },
}

export default defineConfig({
  test: {
    // More than there are processors: many a test waits.
    maxWorkers: 3,
    projects: [
      {
        test: {
          name: 'server',
          include: ['contracts/**/*.test.ts', 'server/**/*.test.ts', ...faults],
          exclude: [...configDefaults.exclude, ...(process.env.DATABASE_URL ? embeddedOnly : sharedOnly)],
          globalSetup: ['server/test/database.ts'],
          pool: 'forks',
          // The embedded database is opened so often that to compile it well takes longer than to run it.
          execArgv: ['--liftoff-only'],
          testTimeout: 20_000,
          hookTimeout: 60_000,
        },
      },
      ...(process.env.DATABASE_URL ? [] : [browserCode]),
    ],
  },
})
