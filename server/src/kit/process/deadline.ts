/**
 * A signal that aborts with the given one, or after a timeout. Call `clear` when it is no longer needed. AbortSignal.any is
 * not used because Node 20 may garbage-collect its timeout signal before it fires.
 */
export function deadline(
  signal: AbortSignal,
  milliseconds: number,
): { signal: AbortSignal; abort(): void; clear(): void } {
  const controller = new AbortController()
  const abort = () => controller.abort(signal.reason)
  const timer = setTimeout(() => controller.abort(new Error('The deadline was exceeded')), milliseconds)
  if (signal.aborted) abort()
  else signal.addEventListener('abort', abort, { once: true })
  return {
    signal: controller.signal,
    abort: () => controller.abort(),
    clear() {
      clearTimeout(timer)
      signal.removeEventListener('abort', abort)
    },
  }
}

/** Rejects when the promise takes longer. What it waits for is not canceled. */
export async function withTimeout<T>(promise: Promise<T>, milliseconds: number): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error('The deadline was exceeded')), milliseconds)
  })
  return Promise.race([promise, late]).finally(() => clearTimeout(timer))
}
