import type { Pending } from './log.ts'

/**
 * The result of one attempt. `later` is retried a limited number of times, `slower` without limit. `held` waits until
 * the outbox is run again.
 */
export type Delivery = 'sent' | 'slower' | 'later' | 'refused' | 'held'

export type Outbox = { run(): Promise<void> }

const maxAttempts = 6

/** Sends pending messages one at a time and in order. Retries are idempotent, because they repeat the clientId. */
export function createOutbox(
  next: () => Pending | undefined,
  deliver: (pending: Pending) => Promise<Delivery>,
  giveUp: (pending: Pending) => void,
  wait: (milliseconds: number) => Promise<void>,
): Outbox {
  let isRunning = false

  async function sendAll() {
    let attempt = 0
    for (let pending = next(); pending; pending = next()) {
      const delivery = await deliver(pending)
      if (delivery === 'held') return
      if (delivery === 'sent' || delivery === 'refused') {
        attempt = 0
        continue
      }
      attempt += 1
      if (delivery === 'later' && attempt >= maxAttempts) {
        giveUp(pending)
        attempt = 0
      } else await wait(Math.min(1000 * 2 ** (attempt - 1), 10_000))
    }
  }

  return {
    async run() {
      if (isRunning) return
      isRunning = true
      try {
        await sendAll()
      } finally {
        isRunning = false
      }
    },
  }
}
