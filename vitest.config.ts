import path from 'node:path'
import { defineConfig } from 'vitest/config'

/** Guards against a test that never ends. A wait that fails says what was missing, so a test may last longer than one. */
const timeouts = {
  // As long as maxWaitMs of server/test/kit/client.ts.
  expect: { poll: { timeout: 30_000 } },
  testTimeout: 120_000,
  hookTimeout: 120_000,
}

/** The files of one worker share its process and modules: starting and loading these takes longer than most tests. */
const sharedProcess = { ...timeouts, pool: 'forks' as const, isolate: false }

/** Tests with a server, which the files of one worker share too. docs/testing.md says which suffix a file has. */
const withServer = {
  ...sharedProcess,
  globalSetup: ['server/test/kit/database.ts'],
  setupFiles: ['server/test/kit/setup.ts'],
}

export default defineConfig({
  test: {
    // More than two processors: many tests wait for timers and sockets.
    maxWorkers: 3,
    tags: [{ name: 'full', description: 'Slow, or about a rare fault: runs in `npm run test:full` only.' }],
    projects: [
      {
        test: {
          ...sharedProcess,
          name: 'unit',
          include: ['{contracts/src,server}/**/*.test.ts', 'scripts/*.test.mjs'],
          exclude: ['**/node_modules/**', '**/*.{server,engine,full}.test.ts'],
        },
      },
      {
        test: {
          ...sharedProcess,
          name: 'browser-code',
          include: ['{console/src,widget}/**/*.test.{ts,tsx}', 'packages/*/src/*.test.ts'],
          exclude: ['**/node_modules/**'],
        },
        resolve: { alias: { '@': path.resolve('console/src') } },
      },
      { test: { ...withServer, name: 'server', include: ['server/**/*.{server,engine}.test.ts'] } },
      { test: { ...withServer, name: 'engine', include: ['server/**/*.engine.test.ts'] } },
      { test: { ...withServer, name: 'full', include: ['{server,e2e/faults}/**/*.full.test.ts'] } },
    ],
  },
})
