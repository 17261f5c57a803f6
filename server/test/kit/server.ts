import path from 'node:path'
import { inject, onTestFinished } from 'vitest'
import { type Running, start } from '../../src/build.ts'
import { createLog } from '../../src/kit/observability/log.ts'
import type { Settings } from '../../src/kit/process/settings.ts'
import type { StartOptions } from '../../src/open-app.ts'
import { copyDatabase } from './database.ts'
import { watchTransactions } from './watch-transactions.ts'

export type TestServer = Running & { logged: string[] }

const root = path.resolve(import.meta.dirname, '../../..')

/** Starts a server on a free port with its own database: PGlite, or PostgreSQL and Redis if their URLs are set. */
export async function startServer(
  change: Partial<Settings> = {},
  options: Partial<StartOptions> = {},
): Promise<TestServer & { stop(): Promise<void> }> {
  const copy = await copyDatabase(inject('template'))
  const logged: string[] = []
  const settings: Settings = {
    port: 0,
    host: '127.0.0.1',
    publicUrl: 'http://localhost:3000',
    widgetUrl: null,
    devConsoleUrl: null,
    dataDir: copy.dataDir,
    databaseUrl: copy.databaseUrl,
    embeddedFsync: false,
    databasePool: 20,
    redisUrl: process.env.REDIS_URL ?? null,
    runsJobs: true,
    workerPort: 0,
    appSecret: `a secret of this test ${Math.random()} `.padEnd(40, '.'),
    previousAppSecret: null,
    ai: null,
    modelLimits: { timeoutMs: 12_000, contextTokens: 8000 },
    allowsCompanyModels: true,
    quotas: { answersPerDay: null, tokensPerMonth: null },
    aiRepliesPerVisitor: 1_000_000,
    aiRepliesPerProject: 1_000_000,
    signup: 'open',
    verifiesEmail: false,
    mail: null,
    inbound: null,
    s3: null,
    storagePerCompanyMb: 10_000,
    trustProxy: [],
    metricsToken: null,
    fetchAllow: [],
    crawlRequestsPerSecond: 20,
    crawlConcurrency: 4,
    limitScale: 1000,
    logLevel: 'warn',
    ...change,
  }
  const destination = { write: (line: string) => void logged.push(line) }
  const log = createLog({ level: settings.logLevel }, { destination })
  const running = await start({ settings, log, root, ...options })
  watchTransactions(running.app)
  return {
    ...running,
    logged,
    async stop() {
      await running.close()
      await copy.remove()
    },
  }
}

let shared: Promise<TestServer> | undefined

/** The server with the default settings that all test files of this worker share. It ends with the worker. */
export function sharedServer(): Promise<TestServer> {
  shared ??= startServer()
  return shared
}

/** A server with other settings, for one test. */
export async function serverForThisTest(
  change: Partial<Settings>,
  options: Partial<StartOptions> = {},
): Promise<TestServer> {
  const server = await startServer(change, options)
  onTestFinished(() => server.stop())
  return server
}
