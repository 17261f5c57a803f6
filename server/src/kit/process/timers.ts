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

export type ClosableTimers = Timers & { close(): void }

/** Cancels pending callbacks when it is closed, and starts none afterwards: they would use closed connections. */
export function createClosableTimers(timers: Timers): ClosableTimers {
  const pending = new Set<() => void>()
  let isClosed = false
  return {
    start(callback, milliseconds, options) {
      if (isClosed) return () => {}
      const stop = timers.start(
        () => {
          pending.delete(cancel)
          callback()
        },
        milliseconds,
        options,
      )
      const cancel = () => {
        pending.delete(cancel)
        stop()
      }
      pending.add(cancel)
      return cancel
    },
    close() {
      isClosed = true
      for (const cancel of pending) cancel()
    },
  }
}
