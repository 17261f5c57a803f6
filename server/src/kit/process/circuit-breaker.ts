/** Thrown instead of calling a server that has failed too often. */
export class CircuitOpenError extends Error {}

const failureThreshold = 5
const failureWindowMs = 30_000
const openMs = 30_000

export type CircuitBreaker = {
  /** @throws CircuitOpenError while the circuit is open. Errors of `work` count as failures unless the signal is aborted. */
  run<T>(signal: AbortSignal, work: () => Promise<T>): Promise<T>
  /** Counts failures of a call that is already in progress, which is not refused when the circuit opens meanwhile. */
  continue<T>(signal: AbortSignal, work: () => Promise<T>): Promise<T>
}

/**
 * Opens after five failures within half a minute. Half a minute later the circuit is half-open: one call probes the server,
 * and its outcome closes or reopens the circuit. Uses a monotonic clock, which is never set back.
 */
export function createCircuitBreaker(now: () => number = () => performance.now()): CircuitBreaker {
  let failures: number[] = []
  let openUntil: number | null = null
  let isProbing = false

  async function track<T>(signal: AbortSignal, work: () => Promise<T>): Promise<T> {
    try {
      return await work()
    } catch (error) {
      if (signal.aborted) throw error
      const time = now()
      failures = [...failures.filter((failedAt) => time - failedAt < failureWindowMs), time]
      if (failures.length >= failureThreshold || isProbing) openUntil = time + openMs
      throw error
    }
  }

  return {
    continue: track,
    async run(signal, work) {
      if (openUntil === null) return track(signal, work)
      if (isProbing || now() < openUntil)
        throw new CircuitOpenError('The model server has failed too often and is not called for a while')
      isProbing = true
      try {
        const result = await track(signal, work)
        openUntil = null
        failures = []
        return result
      } finally {
        isProbing = false
      }
    },
  }
}
