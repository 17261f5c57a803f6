/** Injected so that tests need not wait. */
export type Timers = {
  /** Returns a function that cancels the callback. With `unref`, the timer does not keep the process running. */
  start(callback: () => void, milliseconds: number, options?: { unref?: boolean }): () => void
}

export const systemTimers: Timers = {
  start(callback, milliseconds, { unref = false } = {}) {
    const timer = setTimeout(callback, milliseconds)
    if (unref) timer.unref()
    return () => clearTimeout(timer)
  },
}
