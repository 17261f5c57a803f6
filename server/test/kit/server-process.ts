import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync } from 'node:fs'
import path from 'node:path'
import { sleep } from './client.ts'

/** The built server in a child process. */
export type ServerProcess = {
  pid: number
  /** Rejects with its output if it exits before it is ready. */
  ready: Promise<void>
  ended: Promise<{ code: number | null; errors: string }>
  /** Returns the output so far. */
  output(): string
  kill(signal: NodeJS.Signals): Promise<void>
}

export type ProcessOptions = {
  port: number
  dataDir: string
  databaseUrl: string | null
  fetchAllow?: string
  program?: 'main' | 'worker'
  /** Directory of its temporary files, by default inside the data directory. */
  temporaryDir?: string
  /** Further environment variables. */
  environment?: Record<string, string>
}

const root = path.resolve(import.meta.dirname, '../../..')
const children = new Set<ChildProcess>()

// Child processes must not outlive the process that started them.
process.on('exit', () => {
  for (const child of children) child.kill('SIGKILL')
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
}: ProcessOptions): ServerProcess {
  // A killed server cannot remove its temporary files. The test removes them with the data directory.
  mkdirSync(temporaryDir, { recursive: true })
  // Compiles the embedded database without optimization: the compiler takes longer than a test uses the code.
  const child = spawn(process.execPath, ['--liftoff-only', `server/dist/${program}.js`], {
    cwd: root,
    env: {
      PATH: process.env.PATH,
      TMPDIR: temporaryDir,
      [program === 'main' ? 'PORT' : 'WORKER_PORT']: String(port),
      DATA_DIR: dataDir,
      // fsync is slow, and only protects against a power loss.
      EMBEDDED_FSYNC: 'off',
      APP_SECRET: 'the secret of the test servers, long enough for the product',
      LIMIT_SCALE: '100000',
      LOG_LEVEL: 'error',
      FETCH_ALLOW: fetchAllow,
      ...(databaseUrl ? { DATABASE_URL: databaseUrl } : {}),
      ...(process.env.REDIS_URL ? { REDIS_URL: process.env.REDIS_URL } : {}),
      ...environment,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  children.add(child)
  let output = ''
  child.stdout.on('data', (chunk) => {
    output += chunk
  })
  child.stderr.on('data', (chunk) => {
    output += chunk
  })
  const ended = once(child, 'close').then(([code]) => {
    children.delete(child)
    return { code: code as number | null, errors: output }
  })
  const ready = waitUntilReady(`http://127.0.0.1:${port}/readyz`, child).then((isReady) => {
    if (!isReady) throw new Error(`The server ended before it was ready: ${output}`)
  })
  ready.catch(() => {}) // not awaited by tests that kill the server while it starts
  return {
    pid: child.pid as number,
    ready,
    ended,
    output: () => output,
    async kill(signal) {
      child.kill(signal)
      await ended
    },
  }
}

/** Returns false if the process exits first. */
async function waitUntilReady(url: string, child: ChildProcess): Promise<boolean> {
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
