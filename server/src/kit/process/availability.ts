import type { Log } from './log.ts'

/** Logs when an engine becomes unavailable and when it is available again: each change once, and not each failed request. */
export type Availability = { lost(error: unknown): void; regained(): void }

export function createAvailability(log: Log, sentences: { lost: string; regained: string }): Availability {
  let isAvailable = true
  return {
    lost(error) {
      if (isAvailable) log.error({ err: error }, sentences.lost)
      isAvailable = false
    },
    regained() {
      if (!isAvailable) log.info(sentences.regained)
      isAvailable = true
    },
  }
}
