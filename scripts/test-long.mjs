// The long runs at full size: every fault ten times, a hundred kills, 50,000 random frames, 10,000 interleaved requests, a
// thousand random actions in the inbox. `npm test` runs a seeded sample of the same tests. With DATABASE_URL and REDIS_URL set,
// the runs use those. Takes about an hour.
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
    // Each of them loads the machine.
    '--no-file-parallelism',
    'e2e/faults',
    'server/test/crash.test.ts',
    'server/test/fuzz.test.ts',
    'server/test/two-connections.test.ts',
    ...process.argv.slice(2),
  ],
  { cwd: root, env },
)
run(
  process.execPath,
  ['node_modules/@playwright/test/cli.js', 'test', '--config=e2e/playwright.config.ts', 'inbox-truth'],
  {
    cwd: root,
    env,
  },
)
