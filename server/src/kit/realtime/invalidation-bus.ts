import type { SharedRedis } from './redis.ts'

/** Publishes invalidation notices to every process of this installation, the publisher included. */
export type InvalidationBus = {
  publish(notice: string): void
  /** The listener receives null when notices may have been missed. */
  subscribe(listener: (notice: string | null) => void): void
  /** Whether notices of every process arrive here without delay. */
  isConnected(): boolean
  close(): void
}

const retryDelayMs = 1000
const maxAttempts = 30

/** `isSingleProcess`: no other process uses the same database, so without Redis no notice can be missed. */
export function createInvalidationBus(redis: SharedRedis | null, isSingleProcess: boolean): InvalidationBus {
  const listeners: ((notice: string | null) => void)[] = []
  const subscribe = (listener: (notice: string | null) => void) => void listeners.push(listener)
  const deliver = (notice: string | null) => {
    for (const listener of listeners) listener(notice)
  }
  if (!redis) return { publish: deliver, subscribe, isConnected: () => isSingleProcess, close() {} }
  return { ...createRedisBus(redis, deliver), subscribe }
}

function createRedisBus(
  { client, prefix }: SharedRedis,
  deliver: (notice: string | null) => void,
): Omit<InvalidationBus, 'subscribe'> {
  const channel = `${prefix}:notices`
  const subscriber = client.duplicate()
  let isSubscribed = false
  subscriber.on('error', () => {}) // the original client connects to the same server and logs its errors
  subscriber.on('close', () => {
    isSubscribed = false
  })
  subscriber.on('ready', async () => {
    try {
      await subscriber.subscribe(channel)
      isSubscribed = true
      deliver(null)
    } catch {
      // The connection was lost again; the next 'ready' subscribes.
    }
  })
  subscriber.on('message', (_, notice: string) => deliver(notice))

  function publish(notice: string, attempts: number): void {
    client.publish(channel, notice).catch(() => {
      if (attempts > 1) setTimeout(publish, retryDelayMs, notice, attempts - 1).unref()
    })
  }
  return {
    publish(notice) {
      deliver(notice)
      publish(notice, maxAttempts)
    },
    isConnected: () => isSubscribed,
    close: () => subscriber.disconnect(),
  }
}
