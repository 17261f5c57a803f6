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
let passed = 0
const failed = []
let skipped = 0

say('Unit and server tests')
runTests('Vitest', [
  'node_modules/vitest/vitest.mjs',
  'run',
  '--reporter=default',
  '--reporter=scripts/vitest-summary.mjs',
])

say('Browser tests')
const playwright = ['node_modules/@playwright/test/cli.js', 'test', '--config=e2e/playwright.config.ts']
if (hasChromium()) {
  runTests('Playwright', playwright)
} else {
  const listed = runNode([...playwright, '--list', '--reporter=list'], {}, 'pipe')
  skipped += Number(/Total: (\d+) test/.exec(listed.stdout ?? '')?.[1] ?? 0)
}

for (const name of failed) console.log(`\n  Failed: ${name.replaceAll('\n', '\n    ')}`)
console.log(`\n${passed} passed, ${failed.length} failed, ${skipped} skipped`)
process.exit(failed.length === 0 ? 0 : 1)

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

/** A runner that failed without a failed test, or ended before it wrote its summary, counts as one failure. */
function runTests(runner, args) {
  const file = path.join(results, `${runner}.json`)
  const { status, signal } = runNode(args, { TEST_SUMMARY: file })
  if (existsSync(file)) {
    const summary = JSON.parse(readFileSync(file, 'utf8'))
    passed += summary.passed
    failed.push(...summary.failed)
    skipped += summary.skipped
    if (status === 0 || summary.failed.length > 0) return
  }
  if (status !== 0 || !existsSync(file))
    failed.push(`${runner} ended with ${signal ?? `exit code ${status}`}`)
}

function runNode(args, env, stdio = 'inherit') {
  return spawnSync(process.execPath, args, {
    cwd: root,
    stdio,
    encoding: 'utf8',
    env: { ...process.env, ...env },
  })
}

function say(sentence) {
  console.log(`\n  ${sentence}`)
}
