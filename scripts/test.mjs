import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import path from 'node:path'
import { install, root } from './install.mjs'

install()
const { build } = await import('./build.mjs')
await build()

const results = path.join(root, 'test-results')
rmSync(results, { recursive: true, force: true })
mkdirSync(results, { recursive: true })
const tally = { passed: 0, failed: 0, skipped: 0 }

say('Unit and server tests')
const unit = path.join(results, 'unit.json')
const unitRun = runNode('node_modules/vitest/vitest.mjs', [
  'run',
  '--reporter=default',
  '--reporter=json',
  `--outputFile.json=${unit}`,
])
count(unitRun, readJson(unit), (report) => ({
  passed: report.numPassedTests,
  failed: report.numFailedTests + report.numFailedTestSuites - failedSuitesWithTests(report),
  skipped: report.numPendingTests + report.numTodoTests,
}))

say('Browser tests')
const browser = path.join(results, 'browser.json')
if (hasChromium()) {
  const browserRun = runNode(
    'node_modules/@playwright/test/cli.js',
    ['test', '--config=e2e/playwright.config.ts'],
    {
      PLAYWRIGHT_JSON_OUTPUT_FILE: browser,
    },
  )
  count(browserRun, readJson(browser), ({ stats }) => ({
    passed: stats.expected,
    failed: stats.unexpected + stats.flaky,
    skipped: stats.skipped,
  }))
} else {
  const listed = runNode(
    'node_modules/@playwright/test/cli.js',
    ['test', '--config=e2e/playwright.config.ts', '--list', '--reporter=list'],
    {},
    'pipe',
  )
  tally.skipped += Number(/Total: (\d+) test/.exec(listed.stdout ?? '')?.[1] ?? 0)
}

console.log(`\n${tally.passed} passed, ${tally.failed} failed, ${tally.skipped} skipped`)
process.exit(tally.failed === 0 ? 0 : 1)

/** Installs Debian's headless Chromium when run as root; otherwise prints what is missing. */
function hasChromium() {
  if (existsSync('/usr/bin/chromium-headless-shell')) return true
  if (process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')) {
    say('Installing Chromium')
    const quiet = {
      stdio: ['ignore', 'ignore', 'inherit'],
      env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
    }
    spawnSync('apt-get', ['update', '-qq'], quiet)
    spawnSync('apt-get', ['install', '-y', '-qq', 'chromium-headless-shell'], quiet)
    if (existsSync('/usr/bin/chromium-headless-shell')) return true
  }
  if (existsSync('/usr/bin/chromium')) return true
  console.log(
    '  The browser tests need Chromium. Install it (Debian: apt-get install chromium-headless-shell); until then they are skipped.',
  )
  return false
}

/** A runner that failed without a failed test, or ended before its report, counts as one failure. */
function count(run, report, read) {
  const counted = report ? read(report) : { passed: 0, failed: 0, skipped: 0 }
  if (run.status !== 0 && counted.failed === 0) counted.failed = 1
  for (const key of Object.keys(tally)) tally[key] += counted[key]
}

/** Counts files that failed before their first test, which have no failed test of their own. */
function failedSuitesWithTests({ testResults, numFailedTestSuites }) {
  const without = testResults.filter(
    (file) => file.status === 'failed' && file.assertionResults.length === 0,
  ).length
  return numFailedTestSuites - without
}

function readJson(file) {
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : null
}

function runNode(script, args, env = {}, stdio = 'inherit') {
  return spawnSync(process.execPath, [script, ...args], {
    cwd: root,
    stdio,
    encoding: 'utf8',
    env: { ...process.env, ...env },
  })
}

function say(sentence) {
  console.log(`\n  ${sentence}`)
}
