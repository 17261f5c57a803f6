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
