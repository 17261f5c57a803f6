import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { configDefaults, defineConfig } from 'vitest/config'

const isShared = Boolean(process.env.DATABASE_URL && process.env.REDIS_URL)
// What fails while people talk (docs/faults.md): each where it says most, and everywhere when it is asked for. With a
// database and Redis of their own come programs of their own.
const anywhere = { embedded: ['slow-reader', 'stop'], shared: ['clock', 'model', 'storage', 'storm'] }
const faults = process.env.FAULTS
  ? [...anywhere.embedded, ...anywhere.shared]
  : anywhere[isShared ? 'shared' : 'embedded']
if (mayMount() && (!isShared || process.env.FAULTS)) faults.push('disk')
if (isShared) faults.push('postgres', 'processes')
if (isShared && process.env.FAULTS) faults.push('postgres-disk')
// PostgreSQL has no directory of ours.
const embeddedOnly = ['server/test/data-directory.test.ts', 'server/test/power-loss.test.ts']
// The embedded database has one process and one owner.
const sharedOnly = ['server/test/worker.test.ts', 'server/test/ops-database-owner.test.ts']
const excluded = process.env.DATABASE_URL ? embeddedOnly : sharedOnly
// There is nobody to tell without Redis.
if (!process.env.REDIS_URL) excluded.push('server/src/kit/realtime/peer-events.test.ts')

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
          include: ['contracts/**/*.test.ts', 'server/**/*.test.ts', `e2e/faults/{${faults}}.test.ts`],
          exclude: [...configDefaults.exclude, ...excluded],
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

/** A disk can be filled only where root may mount one of its own. */
function mayMount(): boolean {
  const directory = mkdtempSync(path.join(tmpdir(), 'aichat-disk-'))
  const mounted = spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=1m', 'tmpfs', directory])
  if (mounted.status === 0) spawnSync('umount', [directory])
  else
    process.stdout.write('  A disk of its own cannot be mounted here: the test that fills one is left out.\n')
  rmSync(directory, { recursive: true })
  return mounted.status === 0
}
