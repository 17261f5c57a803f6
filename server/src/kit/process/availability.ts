import type { Log } from '../observability/log.ts'

/** Logs when an engine becomes unavailable and when it is available again: each change once, and not each failed request. */
export type Availability = { lost(error: unknown): void; regained(): void }

type AvailabilityLines = { level: 'warn' | 'error'; lost: string; regained: string }

export function createAvailability(log: Log, { level, lost, regained }: AvailabilityLines): Availability {
  let isAvailable = true
  return {
    lost(error) {
      if (isAvailable) log[level]({ err: error }, lost)
      isAvailable = false
    },
    regained() {
      if (!isAvailable) log.info(regained)
      isAvailable = true
    },
  }
}
