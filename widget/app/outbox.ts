import type { Pending } from './log.ts'

/**
 * What became of one attempt. `later`: the same again, but not for ever;
 * `slower`: for ever; `held`: whoever removes the obstacle runs it again.
 */
export type Delivery = 'sent' | 'slower' | 'later' | 'refused' | 'held'

export type Outbox = { run(): Promise<void> }

const mostAttempts = 6

/**
 * Sends what is pending, one at a time and in order. An attempt is repeated with the same clientId, so that it
 * does not matter which of them arrived.
 */
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
      if (delivery === 'later' && attempt >= mostAttempts) {
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
