import { existsSync } from 'node:fs'
import { defineConfig } from '@playwright/test'

// Debian's light build of the same browser, without the windows that nobody looks at, where it is installed.
const light = '/usr/bin/chromium-headless-shell'
const chromium = existsSync(light) ? light : '/usr/bin/chromium'

/** The whole of the product, down to the database; the others are of single screens and of the link between. */
const whole = ['answers', 'api', 'inbox', 'inbox-truth', 'main-job', 'team', 'widget-chat'].map(
  (name) => `${name}.spec.ts`,
)

export default defineConfig({
  testDir: '.',
  testMatch: process.env.WITHOUT_SCREENS ? whole : '*.spec.ts',
  outputDir: '../test-results/browser',
  workers: 3,
  // On a machine that is busy elsewhere; what passes only the second time is listed as flaky.
  retries: 1,
  timeout: 60_000,
  expect: { timeout: 10_000 },
  reporter: [['list'], ['json']],
  use: {
    viewport: { width: 1280, height: 800 },
    actionTimeout: 10_000,
    // A trace of every test costs a quarter of the run: `--trace on` where one is wanted.
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
