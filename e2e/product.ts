import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { test as base } from '@playwright/test'
import { findFreePort } from '../server/test/ports.ts'

/** The built product in a separate process with a separate database. */
export type Product = { url: string; logged(): string }

/** A customer's website on another origin, with its HTML by path. */
type Website = { url: string; pages: Record<string, string> }

const root = path.resolve(import.meta.dirname, '..')

type Fixtures = {
  environment: Record<string, string>
  hasWidgetHost: boolean
  product: Product
  website: Website
}

export const test = base.extend<object, Fixtures>({
  environment: [{}, { option: true, scope: 'worker' }],
  /** Whether the widget is served from 127.0.0.1 and the console from localhost. */
  hasWidgetHost: [false, { option: true, scope: 'worker' }],
  product: [
    async ({ website, environment, hasWidgetHost }, use) => {
      const started = await startProduct(
        { FETCH_ALLOW: new URL(website.url).host, ...environment },
        hasWidgetHost,
      )
      await use(started)
      await started.stop()
    },
    { scope: 'worker' },
  ],
  website: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names that a fixture asks for
    async ({}, use) => {
      const pages: Record<string, string> = {}
      const server = createServer((request, response) => {
        const page = pages[(request.url ?? '/').split('?')[0] as string]
        response.writeHead(page === undefined ? 404 : 200, { 'content-type': 'text/html; charset=utf-8' })
        response.end(page ?? '')
      })
      const port = await listen(server)
      await use({ url: `http://127.0.0.1:${port}`, pages })
      server.closeAllConnections()
      server.close()
    },
    { scope: 'worker' },
  ],
})

/** `environment` holds additional environment variables. */
async function startProduct(
  environment: Record<string, string>,
  hasWidgetHost: boolean,
): Promise<Product & { stop(): Promise<void> }> {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'aichat-e2e-'))
  const port = await findFreePort()
  const url = `http://localhost:${port}`
  const child = spawn(process.execPath, ['server/dist/main.js'], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      ...process.env,
      PORT: String(port),
      PUBLIC_URL: url,
      WIDGET_URL: hasWidgetHost ? `http://127.0.0.1:${port}` : '',
      DATA_DIR: dataDir,
      EMBEDDED_FSYNC: 'off',
      DATABASE_URL: '',
      REDIS_URL: '',
      APP_SECRET: '',
      LIMIT_SCALE: '100',
      LOG_LEVEL: 'warn',
      ...environment,
    },
  })
  let log = ''
  child.stdout?.on('data', (part) => {
    log += part
  })
  child.stderr?.on('data', (part) => {
    log += part
  })
  await waitUntilReady(url, child, () => log)
  return {
    url,
    logged: () => log,
    async stop() {
      const ended = new Promise((resolve) => child.once('exit', resolve))
      child.kill('SIGTERM')
      await ended
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}

async function waitUntilReady(url: string, child: ChildProcess, log: () => string): Promise<void> {
  for (let attempt = 0; attempt < 300; attempt++) {
    if (child.exitCode !== null) throw new Error(`the server exited: ${log()}`)
    const answer = await fetch(`${url}/readyz`).catch(() => null)
    if (answer?.ok) return
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
  throw new Error(`the server is not ready after 30 s: ${log()}`)
}

async function listen(server: Server): Promise<number> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return (server.address() as AddressInfo).port
}
