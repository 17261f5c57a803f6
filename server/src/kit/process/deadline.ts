/**
 * A signal that ends with the given one, or after so many milliseconds. `clear` once it is not needed any more.
 * AbortSignal.any of Node 20 holds what it was made of so loosely that a timeout is forgotten when memory is collected.
 */
export function deadline(signal: AbortSignal, milliseconds: number): { signal: AbortSignal; clear(): void } {
  const control = new AbortController()
  const end = () => control.abort(signal.reason)
  const timer = setTimeout(() => control.abort(new Error('It took too long')), milliseconds)
  if (signal.aborted) end()
  else signal.addEventListener('abort', end, { once: true })
  return {
    signal: control.signal,
    clear() {
      clearTimeout(timer)
      signal.removeEventListener('abort', end)
    },
  }
}
