import type { Log } from '../observability/log.ts'

/** Delays deliveries to the next turn of the event loop, in order, so that pending acks are sent before large broadcasts. */
export function createEventQueue(log: Log) {
  let pending: (() => void)[] = []

  function flush(): void {
    const due = pending
    pending = []
    for (const deliver of due) {
      try {
        deliver()
      } catch (error) {
        // One event that cannot be serialized must not stop the ones behind it.
        log.error({ err: error }, 'failed to publish an event')
      }
    }
  }

  return {
    flush,
    enqueue(deliver: () => void): void {
      if (pending.push(deliver) === 1) setImmediate(flush)
    },
  }
}
