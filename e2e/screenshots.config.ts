import { defineConfig } from '@playwright/test'
import tests from './playwright.config.ts'

/** `npm run screenshots` uses it. One worker, because each picture must be complete however slow the machine is. */
export default defineConfig({
  ...tests,
  testMatch: 'screenshots.ts',
  globalSetup: './kit/demo-setup.ts',
  reporter: 'list',
  workers: 1,
})
