// The long runs at full size: every fault ten times, a hundred kills, 50,000 random frames, 10,000 interleaved requests, a
// thousand random actions in the inbox, a website of 500 pages, 10,000 random business hours, a thousand sequences of changes to what
// the AI says, sixty rounds on a bad network with a minute offline. `npm test` runs a seeded sample of the same tests. With
// DATABASE_URL and REDIS_URL set, the runs use those. Takes several hours.
import { build } from './build.mjs'
import { install, root, run } from './install.mjs'

install()
await build()
const sizes = {
  FAULTS: '10',
  CRASH_KILLS: '100',
  FUZZ_FRAMES: '50000',
  TENANT_ROUNDS: '10000',
  INBOX_ACTIONS: '1000',
  SITE_PAGES: '500',
  HOURS_SCHEDULES: '10000',
  ANSWER_SEQUENCES: '1000',
  REPLAY_EDITS: '200',
  NETWORK_ROUNDS: '60',
  NETWORK_OFFLINE_MS: '60000',
}
const env = { ...process.env }
for (const [name, size] of Object.entries(sizes)) env[name] ||= size
run(
  process.execPath,
  [
    'node_modules/vitest/vitest.mjs',
    'run',
    '--project',
    'server',
    '--project',
    'unit',
    // Each of them loads the machine.
    '--no-file-parallelism',
    'e2e/faults',
    'server/test/answer-sets.full.test.ts',
    'server/test/crash.full.test.ts',
    'server/test/fuzz.full.test.ts',
    'server/test/outcomes-crash.full.test.ts',
    'server/test/sources-crash.full.test.ts',
    'server/test/two-connections.full.test.ts',
    'server/src/hours/calendar.test.ts',
    'server/src/replays/replays.server.test.ts',
    ...process.argv.slice(2),
  ],
  { cwd: root, env },
)
run(
  process.execPath,
  [
    'node_modules/@playwright/test/cli.js',
    'test',
    '--config=e2e/playwright.config.ts',
    'inbox-truth',
    'bad-network',
  ],
  {
    cwd: root,
    env,
  },
)
