import path from 'node:path'
import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    maxWorkers: 2,
    projects: [
      {
        test: {
          name: 'server',
          include: ['contracts/**/*.test.ts', 'server/**/*.test.ts'],
          globalSetup: ['server/test/database.ts'],
          pool: 'forks',
          testTimeout: 20_000,
          hookTimeout: 60_000,
        },
      },
      {
        test: {
          name: 'browser-code',
          include: ['console/src/**/*.test.{ts,tsx}', 'widget/**/*.test.{ts,tsx}'],
        },
        resolve: { alias: { '@': path.resolve('console/src') } },
      },
    ],
  },
})
