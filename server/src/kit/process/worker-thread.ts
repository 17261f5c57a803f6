import { Worker } from 'node:worker_threads'

class TookTooLong extends Error {}

/**
 * Runs an exported function of a module in a thread of its own, which is ended when it takes too long or too much
 * memory: for parsers that read what strangers wrote. Argument and result are copied.
 * @throws TookTooLong, or what the function threw
 */
export function runInWorkerThread<Result>(
  module: URL,
  name: string,
  argument: unknown,
  limits: { timeMs: number; memoryMb: number },
): Promise<Result> {
  const worker = new Worker(new URL('./worker-thread-entry.mjs', import.meta.url), {
    workerData: { module: module.href, name, argument },
    resourceLimits: { maxOldGenerationSizeMb: limits.memoryMb },
  })
  return new Promise<Result>((resolve, reject) => {
    const timer = setTimeout(() => reject(new TookTooLong()), limits.timeMs)
    worker.once('message', ({ result, error }: { result?: Result; error?: string }) =>
      error === undefined ? resolve(result as Result) : reject(new Error(error)),
    )
    worker.once('error', (error: NodeJS.ErrnoException) =>
      reject(error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? new TookTooLong() : error),
    )
    worker.once('exit', () => {
      clearTimeout(timer)
      reject(new TookTooLong())
    })
  }).finally(() => worker.terminate())
}

/** A module beside the asking one: TypeScript in the source tree, JavaScript in a build. */
export function siblingModule(asking: string, name: string): URL {
  return new URL(`./${name}.${asking.endsWith('.ts') ? 'ts' : 'js'}`, asking)
}
