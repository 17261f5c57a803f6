/** What is thrown instead of asking somebody who has failed too often. */
export class LeftAlone extends Error {}

const mostFailures = 5
const withinMs = 30_000
const restMs = 30_000

export type Breaker = {
  /** @throws LeftAlone while it rests; what `work` throws counts, unless the caller had given up by himself. */
  run<T>(signal: AbortSignal, work: () => Promise<T>): Promise<T>
}

/** After five failures in half a minute nothing is asked for half a minute; then one call tries. */
export function createBreaker(now: () => number = Date.now): Breaker {
  let failures: number[] = []
  let restsUntil = 0
  return {
    async run(signal, work) {
      if (now() < restsUntil) throw new LeftAlone('The model server has failed too often and is left alone')
      try {
        const result = await work()
        // After a rest, the first success makes it whole again.
        if (restsUntil > 0) {
          restsUntil = 0
          failures = []
        }
        return result
      } catch (error) {
        if (signal.aborted) throw error
        const time = now()
        failures = [...failures.filter((one) => time - one < withinMs), time]
        if (failures.length >= mostFailures || restsUntil > 0) restsUntil = time + restMs
        throw error
      }
    },
  }
}
