import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { findFreePort } from '../../server/test/kit/ports.ts'

/** The built product in a separate process with its own database. */
export type RunningProduct = { url: string; logFile: string; stop(): Promise<void> }

const root = path.resolve(import.meta.dirname, '../..')

/** `environment` holds additional environment variables. With `hasWidgetHost`, the widget has another host than the console. */
export async function startProduct(
  environment: Record<string, string>,
  hasWidgetHost = false,
): Promise<RunningProduct> {
  const directory = mkdtempSync(path.join(tmpdir(), 'aichat-e2e-'))
  const logFile = path.join(directory, 'log')
  const log = openSync(logFile, 'a')
  const port = await findFreePort()
  const url = `http://localhost:${port}`
  const child = spawn(process.execPath, ['server/dist/main.js'], {
    cwd: root,
    stdio: ['ignore', log, log],
    env: {
      ...process.env,
      PORT: String(port),
      PUBLIC_URL: url,
      WIDGET_URL: hasWidgetHost ? `http://127.0.0.1:${port}` : '',
      DATA_DIR: path.join(directory, 'data'),
      EMBEDDED_FSYNC: 'off',
      DATABASE_URL: '',
      REDIS_URL: '',
      APP_SECRET: '',
      LIMIT_SCALE: '100',
      LOG_LEVEL: 'warn',
      ...environment,
    },
  })
  closeSync(log)
  await waitUntilReady(url, child, logFile)
  return {
    url,
    logFile,
    async stop() {
      if (child.exitCode === null) {
        child.kill('SIGTERM')
        await once(child, 'exit')
      }
      rmSync(directory, { recursive: true, force: true })
    },
  }
}

async function waitUntilReady(url: string, child: ChildProcess, logFile: string): Promise<void> {
  for (let attempt = 0; attempt < 1200; attempt++) {
    if (child.exitCode !== null) throw new Error(`The server exited: ${readFileSync(logFile, 'utf8')}`)
    const answer = await fetch(`${url}/readyz`).catch(() => null)
    if (answer?.ok) return
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
  throw new Error(`The server is not ready after 120 s: ${readFileSync(logFile, 'utf8')}`)
}
