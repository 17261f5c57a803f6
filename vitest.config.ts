import { spawnSync } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { configDefaults, defineConfig } from 'vitest/config'

const { DATABASE_URL, REDIS_URL, FAULTS, POSTGRES_18_BIN, SITE_PAGES, WITHOUT_FEATURES } = process.env
const isShared = Boolean(DATABASE_URL && REDIS_URL)

// Tests that run a server import one of these fixtures. All others are unit tests, which need no database.
const serverFixtures =
  /from '[./]*(?:test\/)?(?:fixtures|server|server-process|database|conversations|archives|seed-upgrade)\.ts'/
const nodeTests = [...testsBelow('contracts/src'), ...testsBelow('server')]
const serverTests = nodeTests.filter((file) => serverFixtures.test(readFileSync(file, 'utf8')))
const unitTests = nodeTests.filter((file) => !serverTests.includes(file))

const embeddedOnly = ['data-directory', 'jobs-crash', 'npm-start', 'power-loss', 'private-data'].map(
  (name) => `server/test/${name}.test.ts`,
)
// The embedded database allows one process and has one owner.
const sharedOnly = ['worker', 'ops-database-owner', 'deadlocks', 'concurrent-publish', 'redis-at-start'].map(
  (name) => `server/test/${name}.test.ts`,
)
/** These run a server but do not depend on its database or Redis, so they do not run again there. */
const independent = ['server/src/replies/question-cost', 'server/test/answer-quality'].map(
  (name) => `${name}.test.ts`,
)
/**
 * Tests of single features, whose servers start faster on PostgreSQL. With WITHOUT_FEATURES, a run on the embedded database that
 * is followed by one on PostgreSQL leaves them out.
 */
const features = [
  'server/src/answer-tests/answer-tests',
  'server/src/audit/audit',
  'server/src/auth/auth',
  'server/src/auth/password-throttle',
  'server/src/auth/passwords',
  'server/src/auth/sign-up-modes',
  'server/src/auth/verify-email',
  'server/src/faq/faq',
  'server/src/files/limits',
  'server/src/findings/findings',
  'server/src/hours/hours',
  'server/src/identity/identity',
  'server/src/installation/installation',
  'server/src/kit/ai/model',
  'server/src/kit/process/metrics',
  'server/src/kit/storage/storage',
  'server/src/knowledge/change-item',
  'server/src/knowledge/import',
  'server/src/knowledge/knowledge',
  'server/src/knowledge/read-file',
  'server/src/knowledge/read-page',
  'server/src/knowledge/runs',
  'server/src/prompts/prompts',
  'server/src/releases/answers',
  'server/src/releases/releases',
  'server/src/replays/replays',
  'server/src/replies/model/model-replies',
  'server/src/replies/model/streams',
  'server/src/replies/replies',
  'server/src/saved-replies/files',
  'server/src/sessions/attachments',
  'server/src/sessions/auto-reply',
  'server/src/sessions/outcomes',
  'server/src/sessions/project-auto-reply',
  'server/src/sessions/sessions',
  'server/src/sessions/writing',
  'server/src/sources/sources',
  'server/src/test-chat/test-chat',
  'server/src/users/invitations',
  'server/src/users/team',
  'server/src/visitors/conversation',
  'server/src/visitors/visitors',
  'server/src/webhooks/webhooks',
  'server/test/answer-sets',
  'server/test/crash',
  'server/test/fields',
  'server/test/handshakes',
  'server/test/http',
  'server/test/key-rotation',
  'server/test/outcomes-crash',
  'server/test/permissions',
  'server/test/request-limits',
  'server/test/seed',
  'server/test/tracing',
  'server/test/widget-files',
  'server/test/widget-host',
].map((name) => `${name}.test.ts`)
const redisOnly = ['server/src/kit/realtime/peer-events.test.ts']
/** Most of its time is the wait until a run of an ended process is continued. `npm run test:long` sets SITE_PAGES. */
const longOnly = ['server/test/sources-crash.test.ts']
const postgres18Only = ['server/test/postgres-18.test.ts']
const excluded = [
  ...(DATABASE_URL ? [...embeddedOnly, ...independent] : sharedOnly),
  ...(REDIS_URL ? [] : redisOnly),
  ...(WITHOUT_FEATURES ? features : []),
]
if (!SITE_PAGES) excluded.push(...longOnly)
if (!POSTGRES_18_BIN) excluded.push(...postgres18Only)

export default defineConfig({
  test: {
    // More than this machine's processors: many tests wait for timers and sockets.
    maxWorkers: 3,
    projects: [
      {
        test: {
          name: 'server',
          include: [...serverTests, ...redisOnly, `e2e/faults/{${faults()}}.test.ts`],
          exclude: [...configDefaults.exclude, ...excluded],
          globalSetup: ['server/test/database.ts'],
          pool: 'forks',
          // Files of one worker share the modules of the server: importing them takes longer than many a test.
          isolate: false,
          // Each test opens an embedded database: optimizing its WebAssembly takes longer than the test itself.
          execArgv: ['--liftoff-only'],
          testTimeout: 30_000,
          hookTimeout: 60_000,
        },
      },
      // These tests do not depend on the database, so they do not run again on PostgreSQL.
      ...(DATABASE_URL ? [] : unitProjects()),
    ],
  },
})

function unitProjects() {
  return [
    { test: { name: 'unit', include: unitTests.filter((file) => !redisOnly.includes(file)) } },
    {
      test: {
        name: 'browser-code',
        include: ['console/src/**/*.test.{ts,tsx}', 'widget/**/*.test.{ts,tsx}', 'packages/*/src/*.test.ts'],
      },
      resolve: { alias: { '@': path.resolve('console/src') } },
    },
  ]
}

/** The fault tests of docs/faults.md: each on the database where it shows most, and all of them with FAULTS set. */
function faults(): string[] {
  const embedded = ['slow-reader', 'stop']
  const shared = ['clock', 'model', 'storage', 'storm']
  const selected = FAULTS ? [...embedded, ...shared] : isShared ? shared : embedded
  if (canMount() && (!isShared || FAULTS)) selected.push('disk')
  // PostgreSQL and Redis are restarted only where the test may start servers of its own.
  if (isShared) selected.push('postgres', 'processes')
  if (isShared && FAULTS) selected.push('postgres-disk')
  return selected
}

/** A test that fills a disk mounts a small file system, which only root may do. */
function canMount(): boolean {
  const directory = mkdtempSync(path.join(tmpdir(), 'aichat-disk-'))
  const mounted = spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=1m', 'tmpfs', directory])
  if (mounted.status === 0) spawnSync('umount', [directory])
  else process.stdout.write('  This user may not mount a file system: the test of a full disk is left out.\n')
  rmSync(directory, { recursive: true })
  return mounted.status === 0
}

function testsBelow(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const file = path.join(folder, entry.name)
    if (entry.isDirectory()) return entry.name === 'node_modules' ? [] : testsBelow(file)
    return entry.name.endsWith('.test.ts') ? [file] : []
  })
}
