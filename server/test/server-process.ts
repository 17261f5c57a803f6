import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync } from 'node:fs'
import path from 'node:path'
import { sleep } from './fixtures.ts'

/** The built server as a process of its own, to be killed. */
export type ServerProcess = {
  pid: number
  /** Rejects with what it printed when it ends before it answers. */
  ready: Promise<void>
  ended: Promise<{ code: number | null; errors: string }>
  /** What it has printed so far. */
  printed(): string
  kill(signal: NodeJS.Signals): Promise<void>
}

export type Place = {
  port: number
  dataDir: string
  databaseUrl: string | null
  fetchAllow?: string
  program?: 'main' | 'worker'
  /** What an operator would set besides. */
  environment?: Record<string, string>
}

const root = path.resolve(import.meta.dirname, '../..')
const alive = new Set<ChildProcess>()

/** A process that loads this file takes its servers with it, however it ends. */
process.on('exit', () => {
  for (const child of alive) child.kill('SIGKILL')
})

/** Builds what is not built yet. */
export async function buildServer(): Promise<void> {
  const script = "import('./scripts/build.mjs').then(({ build }) => build())"
  const child = spawn(process.execPath, ['-e', script], { cwd: root, stdio: ['ignore', 'ignore', 'inherit'] })
  const [code] = await once(child, 'exit')
  if (code !== 0) throw new Error('The build failed')
}

export function startProcess({
  port,
  dataDir,
  databaseUrl,
  fetchAllow = '',
  program = 'main',
  environment = {},
}: Place): ServerProcess {
  // A killed server cannot remove its temporary files; here they go with the test's own.
  const temporary = path.join(dataDir, 'temporary')
  mkdirSync(temporary, { recursive: true })
  // See vitest.config.ts.
  const child = spawn(process.execPath, ['--liftoff-only', `server/dist/${program}.js`], {
    cwd: root,
    env: {
      PATH: process.env.PATH,
      TMPDIR: temporary,
      [program === 'main' ? 'PORT' : 'WORKER_PORT']: String(port),
      DATA_DIR: dataDir,
      // Syncing takes long, and only a machine that ends would tell.
      EMBEDDED_FSYNC: 'off',
      APP_SECRET: 'the secret of a server that is killed now and then',
      LIMIT_SCALE: '100000',
      LOG_LEVEL: 'error',
      FETCH_ALLOW: fetchAllow,
      ...(databaseUrl ? { DATABASE_URL: databaseUrl } : {}),
      ...(process.env.REDIS_URL ? { REDIS_URL: process.env.REDIS_URL } : {}),
      ...environment,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  alive.add(child)
  let errors = ''
  child.stdout.on('data', (chunk) => {
    errors += chunk
  })
  child.stderr.on('data', (chunk) => {
    errors += chunk
  })
  const ended = once(child, 'close').then(([code]) => {
    alive.delete(child)
    return { code: code as number | null, errors }
  })
  const ready = answers(`http://127.0.0.1:${port}/readyz`, child).then((isReady) => {
    if (!isReady) throw new Error(`The server ended before it was ready: ${errors}`)
  })
  ready.catch(() => {}) // a test that kills during the start does not ask
  return {
    pid: child.pid as number,
    ready,
    ended,
    printed: () => errors,
    async kill(signal) {
      child.kill(signal)
      await ended
    },
  }
}

async function answers(url: string, child: ChildProcess): Promise<boolean> {
  while (child.exitCode === null && child.signalCode === null) {
    const status = await fetch(url, { signal: AbortSignal.timeout(3000) }).then(
      (response) => response.status,
      () => 0,
    )
    if (status === 200) return true
    await sleep(25)
  }
  return false
}
