// What .ci/run runs once PostgreSQL and Redis are there: every step, also after a failed one, with one summary at the end.
import { install } from './install.mjs'
import { vitestStep } from './test-runners.mjs'
import { printSummary, runSteps } from './test-steps.mjs'

install()

const env = { CI: '1' }
const engines = {
  DATABASE_URL: process.env.DATABASE_URL || 'postgres://postgres@127.0.0.1:5432/postgres',
  REDIS_URL: process.env.REDIS_URL || 'redis://127.0.0.1:6379',
}
const result = await runSteps([
  { name: 'Checks', command: ['npm', 'run', '--silent', 'check'], env, reports: false },
  { name: 'Tests', command: ['npm', 'test', '--silent'], env },
  vitestStep({ name: 'PostgreSQL and Redis', projects: ['engine'], env: { ...env, ...engines } }),
])
printSummary(result)
process.exit(result.isGreen ? 0 : 1)
