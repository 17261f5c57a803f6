import { Worker } from 'node:worker_threads'

class WorkerThreadTimeoutError extends Error {}

/**
 * Runs an exported function of a module in a worker thread, which is terminated when it exceeds its time or memory limit: for
 * parsers of untrusted content. Argument and result are copied.
 * @throws TookTooLong, or the error of the function
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
    const timer = setTimeout(() => reject(new WorkerThreadTimeoutError()), limits.timeMs)
    worker.once('message', ({ result, error }: { result?: Result; error?: string }) =>
      error === undefined ? resolve(result as Result) : reject(new Error(error)),
    )
    worker.once('error', (error: NodeJS.ErrnoException) =>
      reject(error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? new WorkerThreadTimeoutError() : error),
    )
    worker.once('exit', () => {
      clearTimeout(timer)
      reject(new WorkerThreadTimeoutError())
    })
  }).finally(() => worker.terminate())
}

/** The URL of a module next to the importing one: TypeScript in the source tree, JavaScript in a build. */
export function siblingModule(importer: string, name: string): URL {
  return new URL(`./${name}.${importer.endsWith('.ts') ? 'ts' : 'js'}`, importer)
}
