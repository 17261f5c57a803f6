import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'

export const root = path.resolve(import.meta.dirname, '../..')

const children = new Set<ChildProcess>()

process.on('exit', () => {
  for (const child of children) child.kill('SIGKILL')
})
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.on(signal, () => {
    // Callers that wait for a child fail, and clean up their databases before the exit.
    for (const child of children) child.kill('SIGKILL')
    setTimeout(() => process.exit(1), 3000).unref()
  })
}

/** Runs a JavaScript or TypeScript file as a child process, which is killed when this process ends. */
export function startNode(file: string, env: Record<string, string>, flags: string[] = []): ChildProcess {
  const runner = file.endsWith('.ts') ? ['--import', 'tsx'] : []
  const child = spawn(process.execPath, [...flags, ...runner, file], {
    cwd: root,
    env: { PATH: process.env.PATH, ...env },
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
  children.add(child)
  child.on('exit', () => children.delete(child))
  return child
}

export async function stopProcess(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const ended = once(child, 'exit')
  child.kill('SIGKILL')
  await ended
}

/** Waits until a server answers /readyz. */
export async function waitUntilReady(child: ChildProcess, url: string): Promise<void> {
  const until = Date.now() + 60_000
  while (Date.now() < until && child.exitCode === null && child.signalCode === null) {
    const isReady = await fetch(`${url}/readyz`).then(
      (response) => response.ok,
      () => false,
    )
    if (isReady) return
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  throw new Error(`${child.spawnargs.at(-1)} did not get ready`)
}

/** Sends a message to a child process and returns its response. */
// biome-ignore lint/suspicious/noExplicitAny: the type of a response depends on its message
export async function request(child: ChildProcess, question: object | string): Promise<any> {
  child.send(question)
  const over = new AbortController()
  const { signal } = over
  const [response] = await Promise.race([
    once(child, 'message', { signal }),
    once(child, 'exit', { signal }).then(() => [{ failed: 'The process ended' }]),
  ])
  over.abort()
  if (response.failed) throw new Error(response.failed)
  return response
}
