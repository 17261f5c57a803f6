import { createRetryPolicy } from './retry-policy.ts'
import type { Transport } from './transport.ts'

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

/** Keeps a transport to the server open: heartbeat, retry with backoff, and polling where WebSockets are blocked. */
export function openReliableLink(origin: string, { onPacket, onLost }: LinkEvents): ReliableLink {
  const policy = createRetryPolicy()
  let transport: Transport | undefined
  let isConfirmed = false
  let heartbeatTimeoutMs: number
  let heartbeatTimer: ReturnType<typeof setTimeout> | undefined
  let retryTimer: ReturnType<typeof setTimeout> | undefined

  function open() {
    close()
    heartbeatTimeoutMs = connectTimeoutMs
    restartHeartbeat()
    transport = policy.open(origin, { onPacket: receive, onClosed: retry })
  }

  function receive(packet: string) {
    restartHeartbeat()
    onPacket(packet)
  }

  function restartHeartbeat() {
    clearTimeout(heartbeatTimer)
    heartbeatTimer = setTimeout(retry, heartbeatTimeoutMs)
  }

  function retry(delayMs?: number) {
    const wasConfirmed = isConfirmed
    close()
    retryTimer = setTimeout(open, delayMs ?? policy.delayMs(wasConfirmed))
    onLost()
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
      policy.confirm()
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
