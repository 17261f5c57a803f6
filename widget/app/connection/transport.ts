/** Carries packets of Engine.IO 4 as text, by WebSocket or by long polling. */
export type Transport = { send(packet: string): void; close(): void }

export type TransportEvents = {
  onPacket(packet: string): void
  /** Called once when the connection is lost, but not after close(). */
  onClosed(): void
}

const address = (origin: string, kind: string) => `${origin}/socket.io/?EIO=4&transport=${kind}`
const maxPostLength = 48_000

export function openWebSocket(origin: string, { onPacket, onClosed }: TransportEvents): Transport {
  const socket = new WebSocket(address(origin.replace(/^http/, 'ws'), 'websocket'))
  let isClosed = false
  socket.onmessage = ({ data }) => {
    if (!isClosed && typeof data === 'string') onPacket(data)
  }
  socket.onclose = () => {
    if (!isClosed) onClosed()
    isClosed = true
  }
  return {
    send(packet) {
      if (socket.readyState === 1) socket.send(packet)
    },
    close() {
      isClosed = true
      socket.close()
    },
  }
}

/** For visitors behind proxies that block WebSockets: one request polls for packets, another sends ours. */
export function openPolling(origin: string, { onPacket, onClosed }: TransportEvents): Transport {
  const url = address(origin, 'polling')
  const separator = '\x1e'
  const control = new AbortController()
  let waiting: string[] = []
  let sessionId = ''
  let isPosting = false

  async function call(body?: string): Promise<string> {
    const response = await fetch(`${url}${sessionId && `&sid=${sessionId}`}`, {
      method: body === undefined ? 'GET' : 'POST',
      cache: 'no-store',
      signal: control.signal,
      ...(body === undefined ? {} : { body, headers: { 'content-type': 'text/plain;charset=UTF-8' } }),
    })
    if (!response.ok) throw new Error(`HTTP ${response.status}`)
    return response.text()
  }

  async function poll() {
    while (!control.signal.aborted) {
      for (const packet of (await call()).split(separator)) {
        if (control.signal.aborted) return
        if (packet[0] === '0') sessionId = encodeURIComponent(JSON.parse(packet.slice(1)).sid)
        onPacket(packet)
      }
    }
  }

  async function post() {
    if (isPosting) return
    isPosting = true
    while (waiting.length > 0 && !control.signal.aborted) {
      let body = waiting.shift()!
      while (waiting[0] && body.length + waiting[0].length < maxPostLength)
        body += separator + waiting.shift()
      await call(body)
    }
    isPosting = false
  }

  function fail() {
    if (control.signal.aborted) return
    control.abort()
    onClosed()
  }

  poll().catch(fail)
  return {
    send(packet) {
      if (control.signal.aborted) return
      waiting.push(packet)
      post().catch(fail)
    },
    close() {
      if (control.signal.aborted) return
      // Otherwise the visitor would stay online until the server's ping timeout.
      if (sessionId)
        fetch(`${url}&sid=${sessionId}`, { method: 'POST', body: '1', keepalive: true }).catch(() => {})
      waiting = []
      control.abort()
    },
  }
}
