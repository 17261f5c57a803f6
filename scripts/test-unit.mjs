// Every test that needs no browser, no database and no Redis. Arguments go to Vitest, such as a part of a file name.
import { install, run } from './install.mjs'

install()
run(
  process.execPath,
  [
    'node_modules/vitest/vitest.mjs',
    'run',
    '--project',
    'unit',
    '--project',
    'browser-code',
    ...process.argv.slice(2),
  ],
  { env: { ...process.env, DATABASE_URL: '', REDIS_URL: '' } },
)
