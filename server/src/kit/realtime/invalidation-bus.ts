import type { SharedRedis } from './redis.ts'

/** Short notices from any process of this installation to every one, the sender included. */
export type InvalidationBus = {
  publish(notice: string): void
  /** Hears null when notices may have been missed. */
  hear(listener: (notice: string | null) => void): void
  /** Whether a notice that any process tells is heard here at once. */
  isWhole(): boolean
  close(): void
}

const retryMs = 1000
const mostTries = 30

/** `isAlone`: no other process works on the same database. */
export function createInvalidationBus(redis: SharedRedis | null, isAlone: boolean): InvalidationBus {
  const listeners: ((notice: string | null) => void)[] = []
  const hear = (listener: (notice: string | null) => void) => void listeners.push(listener)
  const spread = (notice: string | null) => {
    for (const listener of listeners) listener(notice)
  }
  if (!redis) return { publish: spread, hear, isWhole: () => isAlone, close() {} }
  return { ...shared(redis, spread), hear }
}

function shared(
  { client, prefix }: SharedRedis,
  spread: (notice: string | null) => void,
): Omit<InvalidationBus, 'hear'> {
  const channel = `${prefix}:notices`
  const ear = client.duplicate()
  let isListening = false
  ear.on('error', () => {}) // the same server; the client that it was made of logs it
  ear.on('close', () => {
    isListening = false
  })
  ear.on('ready', async () => {
    try {
      await ear.subscribe(channel)
      isListening = true
      spread(null)
    } catch {
      // Lost again already: the next connection comes back here.
    }
  })
  ear.on('message', (_, notice: string) => spread(notice))

  function publish(notice: string, tries: number): void {
    client.publish(channel, notice).catch(() => {
      if (tries > 1) setTimeout(publish, retryMs, notice, tries - 1).unref()
    })
  }
  return {
    publish(notice) {
      spread(notice)
      publish(notice, mostTries)
    },
    isWhole: () => isListening,
    close: () => ear.disconnect(),
  }
}
