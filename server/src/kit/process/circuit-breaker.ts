/** What is thrown instead of asking somebody who has failed too often. */
export class CircuitOpenError extends Error {}

const mostFailures = 5
const withinMs = 30_000
const restMs = 30_000

export type CircuitBreaker = {
  /** @throws LeftAlone while it rests; what `work` throws counts, unless the caller had given up by himself. */
  run<T>(signal: AbortSignal, work: () => Promise<T>): Promise<T>
  /** The same for what was begun before, and is not left alone in its middle. */
  goOn<T>(signal: AbortSignal, work: () => Promise<T>): Promise<T>
}

/**
 * After five failures in half a minute nothing is asked for half a minute; then one call tries. The time is one that
 * nobody sets.
 */
export function createCircuitBreaker(now: () => number = () => performance.now()): CircuitBreaker {
  let failures: number[] = []
  let restsUntil: number | null = null
  let isTrying = false

  async function goOn<T>(signal: AbortSignal, work: () => Promise<T>): Promise<T> {
    try {
      return await work()
    } catch (error) {
      if (signal.aborted) throw error
      const time = now()
      failures = [...failures.filter((one) => time - one < withinMs), time]
      if (failures.length >= mostFailures || isTrying) restsUntil = time + restMs
      throw error
    }
  }

  return {
    goOn,
    async run(signal, work) {
      if (restsUntil === null) return goOn(signal, work)
      if (isTrying || now() < restsUntil)
        throw new CircuitOpenError('The model server has failed too often and is left alone')
      isTrying = true
      try {
        const result = await goOn(signal, work)
        restsUntil = null
        failures = []
        return result
      } finally {
        isTrying = false
      }
    },
  }
}
