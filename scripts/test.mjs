// The tests that every change must pass: unit tests, the server on the embedded database, journeys in a browser. docs/testing.md
// says what runs where.
import { writeFileSync } from 'node:fs'
import { build } from './build.mjs'
import { install } from './install.mjs'
import { clearResults, hasChromium, playwrightStep, vitestStep } from './test-runners.mjs'
import { printSummary, runSteps } from './test-steps.mjs'

install()
await build()

clearResults()
// The embedded database, whatever this shell is set to.
const env = { DATABASE_URL: '', REDIS_URL: '' }
const steps = [
  vitestStep({ name: 'Unit and server tests', projects: ['unit', 'browser-code', 'server'], env }),
]
const canBrowse = hasChromium()
if (canBrowse) steps.push(playwrightStep({ name: 'Browser tests', env }))

const result = await runSteps(steps)
if (!canBrowse) {
  const file = 'Browser tests'
  const error = 'Chromium is missing (Debian: apt-get install chromium-headless-shell).'
  if (process.env.CI) {
    result.failures.push({ project: '', file, name: '', error })
    result.isGreen = false
  } else console.log(`\n  Browser tests were not run. ${error}`)
}
if (process.env.TEST_REPORT) writeFileSync(process.env.TEST_REPORT, JSON.stringify(result))
printSummary(result)
process.exit(result.isGreen ? 0 : 1)
