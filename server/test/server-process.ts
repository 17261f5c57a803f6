import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync } from 'node:fs'
import path from 'node:path'
import { sleep } from './fixtures.ts'

/** The built server in a child process, which a test may kill. */
export type ServerProcess = {
  pid: number
  /** Rejects with its output if it exits before it is ready. */
  ready: Promise<void>
  ended: Promise<{ code: number | null; errors: string }>
  /** Its output so far. */
  printed(): string
  kill(signal: NodeJS.Signals): Promise<void>
}

export type Place = {
  port: number
  dataDir: string
  databaseUrl: string | null
  fetchAllow?: string
  program?: 'main' | 'worker'
  /** Where the process stores its temporary files; in the data directory unless it is given. */
  temporaryDir?: string
  /** Further environment variables. */
  environment?: Record<string, string>
}

const root = path.resolve(import.meta.dirname, '../..')
const alive = new Set<ChildProcess>()

/** Child processes end with the process that started them. */
process.on('exit', () => {
  for (const child of alive) child.kill('SIGKILL')
})

/** Builds the parts whose sources changed. */
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
  temporaryDir = path.join(dataDir, 'temporary'),
  environment = {},
}: Place): ServerProcess {
  // A killed server cannot remove its temporary files; here they go with the test's own.
  mkdirSync(temporaryDir, { recursive: true })
  // See vitest.config.ts.
  const child = spawn(process.execPath, ['--liftoff-only', `server/dist/${program}.js`], {
    cwd: root,
    env: {
      PATH: process.env.PATH,
      TMPDIR: temporaryDir,
      [program === 'main' ? 'PORT' : 'WORKER_PORT']: String(port),
      DATA_DIR: dataDir,
      // Syncing is slow, and only a power loss would show the difference.
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
