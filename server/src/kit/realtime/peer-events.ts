import { randomUUID } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import type { Redis } from 'ioredis'
import type { Log } from '../observability/log.ts'
import type { SharedRedis } from './redis.ts'

/** What one process of an installation publishes to the others. */
export type PeerMessage =
  | { type: 'event'; namespace: string; room: string; secondRoom?: string; name: string; data: unknown }
  | { type: 'disconnect'; namespace: string; room: string; secondRoom?: string }
  /** A cached value is outdated. */
  | { type: 'invalidation'; notice: string }
  /** Messages of the sender were lost while Redis was unavailable. */
  | { type: 'messagesLost' }

export type PeerEvents = {
  /** @throws when the message cannot be serialized as JSON */
  publish(message: PeerMessage): void
  /** Writes pending messages without waiting for the flush delay. */
  flush(): void
  subscribe(subscriber: Subscriber): void
  /** Whether messages of other processes arrive here without delay. */
  isConnected(): boolean
  close(): Promise<void>
}

type Subscriber = {
  onMessage(message: PeerMessage): void
  /** Messages of other processes may have been missed: this process has just started, or its connection was lost. */
  onConnect(isReconnect: boolean): void
}

/** Messages within this time share one stream entry: reading an entry costs more than the messages in it. */
const flushDelayMs = 25
/** Several seconds of ten processes, for a process that resumes after a lost connection. An entry may have 50 kB. */
const maxStreamEntries = 2000
const maxEntriesPerRead = 100
const blockMs = 5000
const retryDelayMs = 500
const messagesLost = JSON.stringify({ type: 'messagesLost' } satisfies PeerMessage)

/** Publishes messages to the other processes of the installation over one Redis stream, and reads what they publish. */
export function createPeerEvents(redis: SharedRedis, log: Log): PeerEvents {
  const processId = randomUUID()
  const subscribers: Subscriber[] = []
  const streamName = `${redis.prefix}:peer-events`
  const writer = createWriter(redis.client, streamName, processId)
  const skip = (error: unknown) => log.error({ err: error }, 'skipped a malformed peer event')
  function handle(entry: Entry): void {
    const [sender, messages] = parseEntry(entry)
    if (sender === processId) return
    for (const message of JSON.parse(messages ?? ''))
      for (const { onMessage } of subscribers) attempt(() => onMessage(message), skip)
  }
  const onConnect = (isReconnect: boolean) => {
    for (const subscriber of subscribers) subscriber.onConnect(isReconnect)
  }
  const reader = createReader(redis.client, streamName, onConnect, (entry) =>
    attempt(() => handle(entry), skip),
  )
  return {
    publish: writer.add,
    flush: writer.flush,
    subscribe: (subscriber) => void subscribers.push(subscriber),
    isConnected: reader.isConnected,
    async close() {
      await writer.close()
      reader.close()
    },
  }
}

function createWriter(client: Redis, streamName: string, processId: string) {
  let pending: string[] = []
  let timer: NodeJS.Timeout | undefined
  let lastFlushAt = Number.NEGATIVE_INFINITY
  let hasLostMessages = false
  let lastWrite: Promise<unknown> = Promise.resolve()

  function flush(): void {
    clearTimeout(timer)
    timer = undefined
    if (hasLostMessages) pending.unshift(messagesLost)
    if (pending.length === 0) return
    hasLostMessages = false
    lastFlushAt = performance.now()
    const fields = ['sender', processId, 'messages', `[${pending.join(',')}]`]
    pending = []
    // While Redis is unavailable, which redis.ts logs, messages are dropped; peers are notified when it is back.
    lastWrite = client.xadd(streamName, 'MAXLEN', '~', maxStreamEntries, '*', ...fields).catch(() => {
      hasLostMessages = true
    })
  }

  const onReady = () => {
    if (hasLostMessages) flush()
  }
  client.on('ready', onReady)
  return {
    add(message: PeerMessage): void {
      pending.push(JSON.stringify(message))
      timer ??= setTimeout(flush, Math.max(0, lastFlushAt + flushDelayMs - performance.now()))
    },
    flush,
    async close(): Promise<void> {
      client.off('ready', onReady)
      flush()
      await lastWrite
    },
  }
}

type Entry = [id: string, fields: string[]]

/** Reads in order from the newest entry at its start, on a separate connection because a blocking read occupies it. */
function createReader(
  client: Redis,
  streamName: string,
  onConnect: Subscriber['onConnect'],
  handle: (entry: Entry) => void,
) {
  const connection = client.duplicate({
    enableOfflineQueue: true,
    enableAutoPipelining: false,
    maxRetriesPerRequest: null,
  })
  let wasConnected = false
  let isConnected = false
  connection.on('error', () => {}) // the original client connects to the same server and logs its errors
  connection.on('close', () => {
    isConnected = false
  })
  // A read that the lost connection interrupted is sent again, from the same position.
  connection.on('ready', () => {
    if (position !== null) handleConnect()
  })

  function handleConnect(): void {
    isConnected = true
    onConnect(wasConnected)
    wasConnected = true
  }

  let isClosed = false
  let position: string | null = null
  const closed = new AbortController()

  /** Redis assigns ids by its clock: a stream that was deleted and created again may be behind the known position. */
  async function updatePosition(): Promise<string> {
    const [newest] = (await connection.xrevrange(streamName, '+', '-', 'COUNT', 1)) as Entry[]
    const newestId = newest?.[0] ?? '0-0'
    return position && (!newest || compareIds(newestId, position) >= 0) ? position : newestId
  }

  async function follow(): Promise<void> {
    position = await updatePosition()
    if (!isConnected) handleConnect()
    while (!isClosed) {
      const streams = (await connection.xread(
        'COUNT',
        maxEntriesPerRead,
        'BLOCK',
        blockMs,
        'STREAMS',
        streamName,
        position,
      )) as [string, Entry[]][] | null
      if (isClosed) return
      for (const entry of streams?.[0]?.[1] ?? []) {
        position = entry[0]
        handle(entry)
      }
      if (!streams) position = await updatePosition()
    }
  }

  async function run(): Promise<void> {
    while (!isClosed) {
      // A failed read is repeated from the same position.
      await follow().catch(() => delay(retryDelayMs, undefined, { signal: closed.signal }).catch(() => {}))
    }
  }

  run()
  return {
    isConnected: () => isConnected,
    /** Does not wait for a pending read, which ends only with the next connection while Redis is unavailable. */
    close(): void {
      isClosed = true
      closed.abort()
      connection.disconnect()
    },
  }
}

function attempt(work: () => void, onError: (error: unknown) => void): void {
  try {
    work()
  } catch (error) {
    onError(error)
  }
}

function parseEntry([, fields]: Entry): [sender: string | undefined, messages: string | undefined] {
  const getField = (name: string) => fields[fields.indexOf(name) + 1]
  return [getField('sender'), getField('messages')]
}

/** Compares ids of the form 'milliseconds-sequence'. */
function compareIds(a: string, b: string): number {
  const [aTime = 0, aSequence = 0] = a.split('-').map(Number)
  const [bTime = 0, bSequence = 0] = b.split('-').map(Number)
  return aTime - bTime || aSequence - bSequence
}
