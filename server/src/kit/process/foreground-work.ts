/** Work that a person waits for, which work in the background of the same process lets go first. */
export type ForegroundWork = {
  run<Result>(work: () => Promise<Result>): Promise<Result>
  /** Resolves when none is running, after `maxMs` in any case. */
  waitUntilIdle(maxMs: number): Promise<void>
}

export function createForegroundWork(): ForegroundWork {
  let running = 0
  const waiting = new Set<() => void>()

  return {
    async run(work) {
      running++
      try {
        return await work()
      } finally {
        running--
        if (running === 0) for (const resume of waiting) resume()
      }
    },
    waitUntilIdle(maxMs) {
      if (running === 0) return Promise.resolve()
      return new Promise((resolve) => {
        const timer = setTimeout(resume, maxMs)
        function resume() {
          clearTimeout(timer)
          waiting.delete(resume)
          resolve()
        }
        waiting.add(resume)
      })
    },
  }
}
