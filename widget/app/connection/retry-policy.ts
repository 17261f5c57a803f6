import { openPolling, openWebSocket, type Transport, type TransportEvents } from './transport.ts'

const firstRetryDelayMs = 500
const maxRetryDelayMs = 10_000

/** Chooses the transport of the next attempt and its delay. */
export function createRetryPolicy() {
  let attempt = 0
  let isPolling = false
  return {
    /** Opens a WebSocket, or polling as its fallback. */
    open: (origin: string, events: TransportEvents): Transport =>
      (isPolling ? openPolling : openWebSocket)(origin, events),
    /** Where the last transport was not confirmed, the other one is next. */
    delayMs(wasConfirmed: boolean): number {
      if (!wasConfirmed) {
        isPolling = !isPolling
        if (isPolling) return 0
      }
      // Exponential backoff with jitter.
      return Math.min(firstRetryDelayMs * 2 ** attempt++, maxRetryDelayMs) * (0.5 + Math.random())
    },
    /** A connection was confirmed, so the next delay is short again. */
    confirm() {
      attempt = 0
    },
  }
}
