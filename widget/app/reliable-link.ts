import { openPolling, openWebSocket, type Transport } from './transport.ts'

export type ReliableLink = {
  isConfirmed(): boolean
  /** Marks the handshake as complete, which resets the backoff. */
  confirm(): void
  send(packet: string): void
  /** How long the server may be silent before the link counts as lost. */
  setHeartbeatTimeout(milliseconds: number): void
  /** Drops the link and opens it again after this delay, or after the backoff. */
  retry(delayMs?: number): void
  reconnect(): void
  close(): void
}

type LinkEvents = { onPacket(packet: string): void; onLost(): void }

/** A proxy may swallow the WebSocket's handshake without an answer. */
const connectTimeoutMs = 8_000
const firstRetryDelayMs = 500
const maxRetryDelayMs = 10_000

/** Exponential backoff with jitter. */
const backoffDelay = (attempt: number) =>
  Math.min(firstRetryDelayMs * 2 ** attempt, maxRetryDelayMs) * (0.5 + Math.random())

/** Keeps a transport to the server open: heartbeat, retry with backoff, and polling where WebSockets are blocked. */
export function openReliableLink(origin: string, { onPacket, onLost }: LinkEvents): ReliableLink {
  let transport: Transport | undefined
  let isConfirmed = false
  let isPolling = false
  let attempt = 0
  let heartbeatTimeoutMs: number
  let heartbeatTimer: ReturnType<typeof setTimeout> | undefined
  let retryTimer: ReturnType<typeof setTimeout> | undefined

  function open() {
    close()
    heartbeatTimeoutMs = connectTimeoutMs
    resetHeartbeat()
    const openTransport = isPolling ? openPolling : openWebSocket
    transport = openTransport(origin, { onPacket: receive, onClosed: retry })
  }

  function receive(packet: string) {
    resetHeartbeat()
    onPacket(packet)
  }

  function resetHeartbeat() {
    clearTimeout(heartbeatTimer)
    heartbeatTimer = setTimeout(retry, heartbeatTimeoutMs)
  }

  function retry(delayMs?: number) {
    const wasConfirmed = isConfirmed
    close()
    retryTimer = setTimeout(open, delayMs ?? nextDelay(wasConfirmed))
    onLost()
  }

  function nextDelay(wasConfirmed: boolean): number {
    if (!wasConfirmed) {
      isPolling = !isPolling
      // The other transport is tried without a delay.
      if (isPolling) return 0
    }
    return backoffDelay(attempt++)
  }

  function close() {
    clearTimeout(heartbeatTimer)
    clearTimeout(retryTimer)
    transport?.close()
    transport = undefined
    isConfirmed = false
  }

  open()
  return {
    isConfirmed: () => isConfirmed,
    confirm() {
      isConfirmed = true
      attempt = 0
    },
    send: (packet) => transport?.send(packet),
    setHeartbeatTimeout(milliseconds) {
      heartbeatTimeoutMs = milliseconds
    },
    retry,
    reconnect: open,
    close,
  }
}
