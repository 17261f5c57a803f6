import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import type { Readable } from 'node:stream'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import pLimit from 'p-limit'

export class ChildProcessLimitError extends Error {}

export type ChildProcessWork = {
  /** JavaScript, or TypeScript in the source tree. */
  module: URL
  /** The exported function, which is called with the argument and the input. */
  name: string
  argument: unknown
  /** Opens the content for the child's standard input. It is streamed, so that this process does not hold it in memory. */
  openInput?(): Promise<Readable | Uint8Array>
  limits: ChildProcessLimits
}
type ChildProcessLimits = { timeMs: number; memoryMb: number }

const maxChildProcesses = 2
const slots = pLimit(maxChildProcesses)

/**
 * Runs an exported function of a module in a child process, which is killed when it exceeds its time or memory limit: for parsers
 * of untrusted content. It has no environment variables. At most two run at a time; others wait. Argument and result are copied.
 * @throws ChildProcessLimitError, or the error of the function
 */
export function runInChildProcess<Result>(work: ChildProcessWork): Promise<Result> {
  return slots(() => run<Result>(work))
}

async function run<Result>({ module, name, argument, openInput, limits }: ChildProcessWork): Promise<Result> {
  reservedMb ??= measureReservedMb()
  const reserved = await reservedMb
  const loadable = module.pathname.endsWith('.ts')
    ? await (await import('./bundle-module.ts')).bundleModule(module)
    : module
  const input = await openInput?.()
  const child = start(limits.memoryMb, reserved)
  // The exit of the child is reported as the failure, not that its pipes are closed.
  child.on('error', () => {})
  child.stdin?.on('error', () => {})
  return new Promise<Result>((resolve, reject) => {
    const timer = setTimeout(
      () => reject(new ChildProcessLimitError('The time limit is exceeded')),
      limits.timeMs,
    )
    child.once('message', ({ result, error }: { result?: Result; error?: string }) =>
      error === undefined ? resolve(result as Result) : reject(new Error(error)),
    )
    child.once('close', (code, signal) => {
      clearTimeout(timer)
      reject(new ChildProcessLimitError(`The child process ended with ${signal ?? code}`))
    })
    child.send({ module: loadable.href, name, argument, hasInput: input !== undefined }, () => {})
    if (input === undefined || input instanceof Uint8Array) child.stdin?.end(input)
    else {
      input.once('error', reject)
      if (child.stdin) input.pipe(child.stdin)
    }
  }).finally(() => {
    if (input && 'destroy' in input) input.destroy()
    return end(child)
  })
}

/** Resolves when the child no longer runs, so that the next one does not start beside it. */
async function end(child: ChildProcess): Promise<void> {
  const isRunning = child.pid !== undefined && child.exitCode === null && child.signalCode === null
  const exited = isRunning ? once(child, 'exit') : undefined
  child.kill('SIGKILL')
  await exited
}

/** Memory of the program's own code, which it shares with other processes of the same program. */
const programMb = 56
const entry = fileURLToPath(new URL('./child-process-entry.mjs', import.meta.url))

/** The private memory of an idle program, which the limit includes. */
const idleMb = 20
let reservedMb: Promise<number> | undefined

/**
 * V8 may reserve memory for machine code that is never used, and the kernel counts it as private memory: 512 MB in Node.js 24,
 * nothing in Node.js 20. Zero where it cannot be read.
 */
async function measureReservedMb(): Promise<number> {
  const script = `process.stdout.write(require('node:fs').readFileSync('/proc/self/status', 'utf8'))`
  const status = await promisify(execFile)(process.execPath, ['-e', script]).catch(() => null)
  const idleKb = Number(/^VmData:\s+(\d+)/m.exec(status?.stdout ?? '')?.[1] ?? 0)
  return Math.max(0, Math.round(idleKb / 1024) - idleMb)
}

/**
 * The kernel limits the private memory (RLIMIT_DATA), which includes buffers outside the heap. Small stacks of threads leave it to
 * the heap. Without a POSIX shell, or where the limit is refused, only the heap is limited.
 */
function start(memoryMb: number, reserved: number): ChildProcess {
  const dataMb = memoryMb - programMb
  const node = [
    process.execPath,
    `--max-old-space-size=${Math.round(dataMb * 0.7)}`,
    '--max-semi-space-size=8',
    '--v8-pool-size=2',
    entry,
  ]
  const script = `ulimit -c 0; ulimit -s 2048; ulimit -d ${(dataMb + reserved) * 1024}; exec "$@"`
  const [command = '', ...parameters] =
    process.platform === 'win32' ? node : ['/bin/sh', '-c', script, 'sh', ...node]
  return spawn(command, parameters, {
    stdio: ['pipe', 'ignore', 'ignore', 'ipc'],
    serialization: 'advanced',
    env: { UV_THREADPOOL_SIZE: '2' },
  })
}

/** The URL of a module next to the importing one: TypeScript in the source tree, JavaScript in a build. */
export function siblingModule(importer: string, name: string): URL {
  return new URL(`./${name}.${importer.endsWith('.ts') ? 'ts' : 'js'}`, importer)
}
