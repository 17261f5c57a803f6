import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'

export const root = path.resolve(import.meta.dirname, '../..')

const alive = new Set<ChildProcess>()

process.on('exit', () => {
  for (const child of alive) child.kill('SIGKILL')
})
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.on(signal, () => {
    // Whoever waits for one of them fails, and clears away what it made.
    for (const child of alive) child.kill('SIGKILL')
    setTimeout(() => process.exit(1), 3000).unref()
  })
}

/** Runs a file of ours (TypeScript too) as a process of its own that never outlives this one. */
export function startNode(file: string, env: Record<string, string>, flags: string[] = []): ChildProcess {
  const runner = file.endsWith('.ts') ? ['--import', 'tsx'] : []
  const child = spawn(process.execPath, [...flags, ...runner, file], {
    cwd: root,
    env: { PATH: process.env.PATH, ...env },
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
  alive.add(child)
  child.on('exit', () => alive.delete(child))
  return child
}

export async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const ended = once(child, 'exit')
  child.kill('SIGKILL')
  await ended
}

/** Waits until a server answers /readyz. */
export async function ready(child: ChildProcess, url: string): Promise<void> {
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

/** Sends a question to a process, and awaits its one answer. */
// biome-ignore lint/suspicious/noExplicitAny: each question has its own answer
export async function asked(child: ChildProcess, question: object | string): Promise<any> {
  child.send(question)
  const over = new AbortController()
  const { signal } = over
  const [answer] = await Promise.race([
    once(child, 'message', { signal }),
    once(child, 'exit', { signal }).then(() => [{ failed: 'The process ended' }]),
  ])
  over.abort()
  if (answer.failed) throw new Error(answer.failed)
  return answer
}
