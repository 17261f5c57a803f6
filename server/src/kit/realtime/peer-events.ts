import type { Redis } from 'ioredis'
import type { Namespace } from 'socket.io'
import type { Log } from '../process/log.ts'

/** An event for all of a room. */
export type PeerEvent = [namespace: string, room: string, name: string, data: unknown]

/** What is told to others waits so long for company, and no longer: to take it up costs them more than to pass it on. */
const togetherMs = 25
/** Some seconds of ten processes, for whoever has to come back; under full load an entry may have 50 kB. */
const mostInStream = 2000
const kind = 'told'

/** What Socket.IO's Redis streams adapter hands to each namespace: everything that any process wrote, its own included. */
type StreamAdapter = {
  uid: string
  onRawMessage(raw: { uid: string; type: string; data: string }, offset: string): void
}

/**
 * Tells events to the other processes of the installation, many in one entry of the stream that the adapter of `main`
 * reads, and has `hear` deliver what they tell.
 */
export function createPeerEvents(
  main: Namespace,
  { redis, streamName, log }: { redis: Redis; streamName: string; log: Log },
  hear: (event: PeerEvent) => void,
) {
  const adapter = main.adapter as unknown as StreamAdapter
  const readItself = adapter.onRawMessage.bind(adapter)
  adapter.onRawMessage = (raw, offset) => {
    if (raw.uid === adapter.uid) return
    if (raw.type !== kind) return readItself(raw, offset)
    try {
      for (const event of JSON.parse(raw.data)) hear(event)
    } catch (error) {
      // The adapter would read it again for ever.
      log.error({ err: error }, 'what another process told could not be read')
    }
  }

  let waiting: string[] = []
  let timer: NodeJS.Timeout | undefined
  let lastAt = Number.NEGATIVE_INFINITY

  function now(): void {
    clearTimeout(timer)
    timer = undefined
    if (waiting.length === 0) return
    lastAt = performance.now()
    const entry = { uid: adapter.uid, nsp: main.name, type: kind, data: `[${waiting.join(',')}]` }
    waiting = []
    redis.xadd(streamName, 'MAXLEN', '~', mostInStream, '*', ...Object.entries(entry).flat()).catch(() => {}) // Redis is away, which is logged once; on its return clients are asked to sync
  }

  return {
    /** @throws where the event cannot be written as JSON */
    tell(event: PeerEvent): void {
      waiting.push(JSON.stringify(event))
      timer ??= setTimeout(now, Math.max(0, lastAt + togetherMs - performance.now()))
    },
    /** Sends what waits. */
    now,
  }
}
