import type { Server as HttpServer } from 'node:http'
import type { Duplex } from 'node:stream'
import type {
  AckData,
  Command,
  CommandTable,
  EventData,
  EventTable,
  Payload,
} from '@aichat/contracts/realtime'
import { type commonEvents, realtimeSentences } from '@aichat/contracts/realtime'
import { createAdapter } from '@socket.io/redis-streams-adapter'
import { type Namespace, Server, type Socket } from 'socket.io'
import * as z from 'zod/mini'
import { explain, Refusal } from '../http/refusal.ts'
import type { Log } from '../process/log.ts'
import type { Metrics } from '../process/metrics.ts'
import type { Tracing } from '../process/tracing.ts'
import { createPeerEvents, type PeerEvent } from './peer-events.ts'
import type { SharedRedis } from './redis.ts'
import { disconnectSlowConsumers } from './slow-consumers.ts'

/** An audience of events: everybody in one room of one namespace. */
export type Room = { namespace: string; name: string }

/** The namespace under which a process overhears what another one whispers. Nobody connects to it. */
export const internalMessages = 'whispered'

export type Realtime = {
  namespace(name: string): Namespace
  /** Sends to all of a room, in every process. Call it after the commit: an event is a hint, the database the truth. */
  publish<const Table extends EventTable, Name extends keyof Table & string>(
    room: Room,
    table: Table,
    name: Name,
    data: EventData<Table, Name>,
  ): void
  /**
   * Hears whatever is told to a room of the namespace, by this process or another; of `whispered`, what others whisper. After
   * 'sync:wanted' something may have been missed.
   */
  overhear(namespace: string, listener: (name: string, data: unknown) => void): void
  /** Tells the other processes, and nobody who is connected. */
  whisper(name: string, data: unknown): void
  /** Ends every connection of a room, in every process. */
  disconnect(room: Room): void
  close(): Promise<void>
}

/** By then the other processes, too, are back at a Redis that returned: what is told from then on is heard. */
const othersBackMs = 1000
/** In which time the clients ask what they missed. With the above, all is told 5 s after the return. */
const syncWithinMs = 2500

export function createRealtime(
  server: HttpServer,
  redis: SharedRedis | null,
  metrics: Metrics,
  log: Log,
): Realtime {
  // The adapter asks again at once whenever it is refused: its connection must make it wait while Redis is away.
  const patient = redis?.client.duplicate({ enableOfflineQueue: true, enableAutoPipelining: false })
  patient?.on('error', () => {}) // the same server; the client that it was made of logs it
  let wasAway = false
  patient?.on('close', () => {
    wasAway = true
  })
  patient?.on('ready', () => {
    if (wasAway) setTimeout(askToSync, othersBackMs).unref()
    wasAway = false
  })
  const namespaces = new Set<Namespace>()
  const streamName = redis?.prefix ?? ''
  const io = new Server(server, {
    path: '/socket.io',
    transports: ['websocket', 'polling'],
    serveClient: false,
    maxHttpBufferSize: 64_000,
    connectTimeout: 10_000,
    pingInterval: 20_000,
    pingTimeout: 20_000,
    ...(patient ? { adapter: createAdapter(patient, { streamName, channelPrefix: streamName }) } : {}),
  })
  // The upgrade request is 8 kB a connection, and nothing reads it after the handshake.
  io.engine.on('connection', (connection: { request: unknown }) => {
    connection.request = null
  })
  writeTogether(io.engine)
  disconnectSlowConsumers(io.engine, metrics)
  const { soon, now } = inTurn(log)
  /** To those of a room who are connected here. */
  const tellHere = ([namespace, room, name, data]: PeerEvent) => {
    const { adapter, local } = io.of(namespace)
    if (adapter.rooms.has(room)) local.to(room).emit(name, data)
  }
  const listeners: { namespace: string; listener: (name: string, data: unknown) => void }[] = []
  const letOverhear = ([told, , name, data]: PeerEvent) => {
    for (const { namespace, listener } of listeners) if (namespace === told) listener(name, data)
  }
  const hear = (event: PeerEvent) => {
    letOverhear(event)
    if (event[0] !== internalMessages) tellHere(event)
  }
  const others = patient ? createPeerEvents(io.of('/'), { redis: patient, streamName, log }, hear) : null
  metrics.watch('aichat_socket_connections', 'Open realtime connections', () => io.engine.clientsCount)
  /** What was published while Redis was away is lost to the clients of other processes. */
  function askToSync() {
    const data: EventData<typeof commonEvents, 'sync:wanted'> = { withinMs: syncWithinMs }
    for (const namespace of namespaces) {
      letOverhear([namespace.name, '', 'sync:wanted', data])
      namespace.emit('sync:wanted', data)
    }
  }
  return {
    namespace(name) {
      const namespace = io.of(name)
      namespaces.add(namespace)
      return namespace
    },
    publish(room, _table, name, data) {
      const event: PeerEvent = [room.namespace, room.name, name, data]
      letOverhear(event)
      soon(() => {
        others?.tell(event)
        tellHere(event)
      })
      metrics.published(name)
    },
    overhear(namespace, listener) {
      listeners.push({ namespace, listener })
    },
    whisper(name, data) {
      others?.tell([internalMessages, '', name, data])
    },
    disconnect(room) {
      soon(() => {
        others?.now()
        io.of(room.namespace).in(room.name).disconnectSockets(true)
      })
    },
    async close() {
      now()
      others?.now()
      await io.close()
      patient?.disconnect()
    },
  }
}

/** What is told waits, in its order, until those who asked have their acks: a room of many is no reason to wait. */
function inTurn(log: Log) {
  let waiting: (() => void)[] = []
  const now = () => {
    const due = waiting
    waiting = []
    for (const tell of due) {
      try {
        tell()
      } catch (error) {
        // An event is a hint: one that cannot be told must not take the others with it, nor the process.
        log.error({ err: error }, 'an event could not be told')
      }
    }
  }
  return {
    now,
    soon(tell: () => void) {
      if (waiting.push(tell) === 1) setImmediate(now)
    },
  }
}

/** What a connection is sent in one go leaves in one write: a write costs more than all else that a frame does. */
function writeTogether(engine: Server['engine']): void {
  let held: Duplex[] = []
  const release = () => {
    const due = held
    held = []
    for (const stream of due) stream.uncork()
  }
  engine.on('flush', ({ transport }: { transport: { socket?: { _socket?: Duplex | null } } }) => {
    const stream = transport.socket?._socket
    if (!stream) return // polling answers once anyway
    stream.cork()
    if (held.push(stream) === 1) process.nextTick(release)
  })
}

export type CommandHandlers<Table extends CommandTable, Context> = {
  [Name in keyof Table]: (context: Context, payload: Payload<Table[Name]>) => Promise<AckData<Table[Name]>>
}

/**
 * Answers the commands of a table on the sockets that it is given, each with its context. Whatever arrives (no ack, null,
 * text, a wrong shape), the answer is an ack or nothing, and the process goes on. `admit` may refuse a command before it
 * is read (rate limits). What all sockets have in common is made once: there are thousands of them.
 */
export function answering<const Table extends CommandTable, Context>(
  table: Table,
  handlers: CommandHandlers<Table, Context>,
  admit: (context: Context, command: string) => Promise<void>,
  { log, metrics, tracing }: { log: Log; metrics: Metrics; tracing: Tracing },
): (socket: Socket, context: Context) => void {
  async function answer(name: string, command: Command, context: Context, given: unknown): Promise<object> {
    try {
      await admit(context, name)
      const payload = z.safeParse(command.payload, given)
      if (!payload.success) {
        const sentence = payload.error.issues.find((issue) => issue.path.length > 0)?.message
        throw new Refusal(400, sentenceFor(sentence), 'bad_input')
      }
      const handler = handlers[name] as (context: Context, payload: unknown) => Promise<object>
      return await handler(context, payload.data)
    } catch (error) {
      if (!(error instanceof Refusal)) log.error({ err: error, command: name }, 'a realtime command failed')
      throw error
    }
  }

  return (socket, context) => {
    socket.onAny(async (name: string, ...args: unknown[]) => {
      const command = Object.hasOwn(table, name) ? table[name] : undefined
      if (!command) return
      const ack = args.find((arg) => typeof arg === 'function') as ((answer: object) => void) | undefined
      const begun = performance.now()
      const count = (outcome: 'done' | 'refused' | 'failed') =>
        metrics.command(name, outcome, (performance.now() - begun) / 1000)
      try {
        const about = { 'aichat.namespace': socket.nsp.name }
        const data = await tracing.root('server', `command ${name}`, about, () =>
          answer(name, command, context, args[0]),
        )
        ack?.({ success: true, ...data })
        count('done')
      } catch (error) {
        ack?.(explain(error))
        count(error instanceof Refusal ? 'refused' : 'failed')
      }
    })
  }
}

/** Zod's own words ('Invalid input') are for programs; a person reads ours. */
function sentenceFor(message: string | undefined): string {
  return message && !message.startsWith('Invalid') ? message : realtimeSentences.badPayload
}
