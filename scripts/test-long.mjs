// The long runs at full size: every fault ten times, a hundred kills, 50,000 random frames. `npm test` runs a seeded
// sample of the same tests. With DATABASE_URL and REDIS_URL set, the runs use those. Takes about an hour.
import { build } from './build.mjs'
import { install, root, run } from './install.mjs'

install()
await build()
const sizes = { FAULTS: '10', CRASH_KILLS: '100', FUZZ_FRAMES: '50000' }
const env = { ...process.env }
for (const [name, size] of Object.entries(sizes)) env[name] ||= size
run(
  process.execPath,
  [
    'node_modules/vitest/vitest.mjs',
    'run',
    '--project',
    'server',
    'e2e/faults',
    'server/test/crash.test.ts',
    'server/test/fuzz.test.ts',
    ...process.argv.slice(2),
  ],
  { cwd: root, env },
)
