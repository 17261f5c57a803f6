export type Timers = ReturnType<typeof createTimers>

/** Delayed work, by name: a name has at most one timer. */
export function createTimers() {
  const timers = new Map<string, ReturnType<typeof setTimeout>>()

  function debounce(name: string, delayMs: number, work: () => void) {
    clearTimeout(timers.get(name))
    const run = () => {
      timers.delete(name)
      work()
    }
    timers.set(name, setTimeout(run, delayMs))
  }

  return {
    /** Every call restarts the delay. */
    debounce,
    /** Calls during the delay are dropped, so a steady stream of calls cannot postpone the work forever. */
    throttle(name: string, delayMs: number, work: () => void) {
      if (!timers.has(name)) debounce(name, delayMs, work)
    },
    stop() {
      for (const timer of timers.values()) clearTimeout(timer)
      timers.clear()
    },
  }
}
