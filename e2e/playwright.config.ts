import { existsSync } from 'node:fs'
import { defineConfig } from '@playwright/test'

// Debian's headless build of the same browser, where it is installed.
const headlessShell = '/usr/bin/chromium-headless-shell'
const chromium = existsSync(headlessShell) ? headlessShell : '/usr/bin/chromium'

const isFull = Boolean(process.env.TEST_FULL)

export default defineConfig({
  testDir: '.',
  testMatch: '*.spec.ts',
  // docs/testing.md says what belongs to `npm run test:full` only.
  testIgnore: isFull ? [] : '*.full.spec.ts',
  grepInvert: isFull ? [] : /@full/,
  globalSetup: './kit/global-setup.ts',
  outputDir: '../test-results/browser',
  workers: 3,
  retries: 0,
  timeout: 180_000,
  expect: { timeout: 30_000 },
  reporter: [['list'], ['./kit/report.ts']],
  use: {
    viewport: { width: 1280, height: 800 },
    actionTimeout: 30_000,
    // Tracing every test adds a quarter to the run. Use `--trace on` when needed.
    screenshot: 'only-on-failure',
    launchOptions: {
      executablePath: chromium,
      args: [
        '--no-sandbox',
        '--disable-gpu',
        '--disable-quic',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
        '--disable-dev-shm-usage',
      ],
    },
  },
})
