import { spawnSync } from 'node:child_process'
import { cpSync, existsSync, rmSync } from 'node:fs'
import path from 'node:path'
import { root } from './install.mjs'

/** @import { Failure, Step } from './test-steps.mjs' */

/**
 * A step that runs Vitest projects, or some files of them. A failed file is repeated alone. `isFull` includes the tests with the tag
 * "full".
 * @returns {Step}
 */
export function vitestStep({
  name,
  projects,
  files = [],
  args = [],
  isFull = false,
  node = process.execPath,
  env,
}) {
  const command = (files) => [
    node,
    'node_modules/vitest/vitest.mjs',
    'run',
    ...projects.flatMap((project) => ['--project', project]),
    '--reporter=default',
    '--reporter=scripts/vitest-report.mjs',
    ...(isFull ? [] : ['--tags-filter=!full']),
    ...args,
    ...files,
  ]
  return {
    name,
    command: command(files),
    env,
    retries: (failures) =>
      [...new Set(failures.map(({ file }) => file))].map((file) => ({
        command: command([file]),
        failures: failures.filter((failure) => failure.file === file),
      })),
  }
}

const browserResults = path.join(root, 'test-results/browser')

/**
 * A step that runs browser tests. Failed tests are repeated one after another. `isFull` includes `*.full.spec.ts` and the tests with
 * the tag "@full".
 * @returns {Step}
 */
export function playwrightStep({ name, args = [], isFull = false, env = {} }) {
  const command = [
    process.execPath,
    'node_modules/@playwright/test/cli.js',
    'test',
    '--config=e2e/playwright.config.ts',
    ...args,
  ]
  return {
    name,
    command,
    env: isFull ? { ...env, TEST_FULL: '1' } : env,
    retries(failures) {
      // Playwright empties the folder, and the screenshots of the failure are worth more than those of the repetition.
      const firstResults = `${browserResults}-first-run`
      if (existsSync(browserResults) && !existsSync(firstResults))
        cpSync(browserResults, firstResults, { recursive: true })
      return [{ command: [...command, '--last-failed', '--workers=1'], failures }]
    },
  }
}

/** Removes the results of an earlier run. */
export function clearResults() {
  rmSync(path.join(root, 'test-results'), { recursive: true, force: true })
}

/** Whether Chromium is there. Installs Debian's headless one when run as root. */
export function hasChromium() {
  if (existsSync('/usr/bin/chromium-headless-shell')) return true
  if (process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')) {
    console.log('\n  Installing Chromium')
    const quiet = {
      stdio: ['ignore', 'ignore', 'inherit'],
      env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
    }
    spawnSync('apt-get', ['update', '-qq'], quiet)
    spawnSync('apt-get', ['install', '-y', '-qq', 'chromium-headless-shell'], quiet)
    if (existsSync('/usr/bin/chromium-headless-shell')) return true
  }
  return existsSync('/usr/bin/chromium')
}
