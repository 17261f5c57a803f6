/** Injected so that tests need not wait. Returns a function that cancels the callback. */
export type Timers = { start(callback: () => void, milliseconds: number): () => void }

export const systemTimers: Timers = {
  start(callback, milliseconds) {
    const timer = setTimeout(callback, milliseconds)
    return () => clearTimeout(timer)
  },
}
