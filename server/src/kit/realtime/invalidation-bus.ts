import type { PeerEvents } from './peer-events.ts'

/** Publishes invalidation notices to every process of this installation, the publisher included. */
export type InvalidationBus = {
  publish(notice: string): void
  /** The listener receives null when notices may have been missed. */
  subscribe(listener: (notice: string | null) => void): void
  /** Whether notices of every process arrive here without delay. */
  isConnected(): boolean
}

/** `isSingleProcess`: no other process uses the same database, so without Redis no notice can be missed. */
export function createInvalidationBus(peers: PeerEvents | null, isSingleProcess: boolean): InvalidationBus {
  const listeners: ((notice: string | null) => void)[] = []
  const deliver = (notice: string | null) => {
    for (const listener of listeners) listener(notice)
  }
  peers?.subscribe({
    onMessage(message) {
      if (message.type === 'invalidation') deliver(message.notice)
      if (message.type === 'messagesLost') deliver(null)
    },
    onConnect: () => deliver(null),
  })
  return {
    publish(notice) {
      deliver(notice)
      peers?.publish({ type: 'invalidation', notice })
      peers?.flush()
    },
    subscribe: (listener) => void listeners.push(listener),
    isConnected: peers ? peers.isConnected : () => isSingleProcess,
  }
}
