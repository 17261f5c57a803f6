import type { Server as HttpServer } from 'node:http'
import type { AckData, CommandTable, EventData, EventTable, Payload } from '@aichat/contracts/realtime'
import { realtimeSentences } from '@aichat/contracts/realtime'
import { createAdapter } from '@socket.io/redis-streams-adapter'
import { type Namespace, Server, type Socket } from 'socket.io'
import * as z from 'zod/mini'
import { explain, Refusal } from './errors.ts'
import type { Log } from './log.ts'
import type { Metrics } from './metrics.ts'
import type { SharedRedis } from './redis.ts'

/** An audience of events: everybody in one room of one namespace. */
export type Room = { namespace: string; name: string }

export type Realtime = {
  namespace(name: string): Namespace
  /** Sends to all of a room, in every process. Call it after the commit: an event is a hint, the database the truth. */
  publish<const Table extends EventTable, Name extends keyof Table & string>(
    room: Room,
    table: Table,
    name: Name,
    data: EventData<Table, Name>,
  ): void
  /** Ends every connection of a room, in every process. */
  disconnect(room: Room): void
  close(): Promise<void>
}

export function createRealtime(server: HttpServer, redis: SharedRedis | null, metrics: Metrics): Realtime {
  // The adapter asks again at once whenever it is refused: its connection must make it wait while Redis is away.
  const patient = redis?.client.duplicate({ enableOfflineQueue: true })
  patient?.on('error', () => {}) // the same server; the client that it was made of logs it
  const io = new Server(server, {
    path: '/socket.io',
    transports: ['websocket', 'polling'],
    serveClient: false,
    maxHttpBufferSize: 64_000,
    connectTimeout: 10_000,
    pingInterval: 20_000,
    pingTimeout: 20_000,
    ...(redis
      ? { adapter: createAdapter(patient, { streamName: redis.prefix, channelPrefix: redis.prefix }) }
      : {}),
  })
  // The upgrade request is 8 kB a connection, and nothing reads it after the handshake.
  io.engine.on('connection', (connection: { request: unknown }) => {
    connection.request = null
  })
  metrics.watch('aichat_socket_connections', 'Open realtime connections', () => io.engine.clientsCount)
  return {
    namespace: (name) => io.of(name),
    publish: (room, _table, name, data) => {
      io.of(room.namespace).to(room.name).emit(name, data)
      metrics.published(name)
    },
    disconnect: (room) => {
      io.of(room.namespace).in(room.name).disconnectSockets(true)
    },
    async close() {
      await io.close()
      patient?.disconnect()
    },
  }
}

export type CommandHandlers<Table extends CommandTable, Context> = {
  [Name in keyof Table]: (context: Context, payload: Payload<Table[Name]>) => Promise<AckData<Table[Name]>>
}

/**
 * Answers the commands of a table on one socket. Whatever arrives (no ack, null, text, a wrong shape), the answer is an
 * ack or nothing, and the process goes on. `admit` may refuse a command before it is read (rate limits).
 */
export function listen<const Table extends CommandTable, Context>(
  socket: Socket,
  table: Table,
  handlers: CommandHandlers<Table, Context>,
  context: Context,
  admit: (command: string) => Promise<void>,
  { log, metrics }: { log: Log; metrics: Metrics },
): void {
  for (const [name, command] of Object.entries(table)) {
    const handler = handlers[name] as (context: Context, payload: unknown) => Promise<object>
    socket.on(name, async (...args: unknown[]) => {
      const ack = args.find((arg) => typeof arg === 'function') as ((answer: object) => void) | undefined
      const begun = performance.now()
      const count = (outcome: 'done' | 'refused' | 'failed') =>
        metrics.command(name, outcome, (performance.now() - begun) / 1000)
      try {
        await admit(name)
        const payload = z.safeParse(command.payload, args[0])
        if (!payload.success) {
          const sentence = payload.error.issues.find((issue) => issue.path.length > 0)?.message
          throw new Refusal(400, sentenceFor(sentence), 'bad_input')
        }
        const data = await handler(context, payload.data)
        ack?.({ success: true, ...data })
        count('done')
      } catch (error) {
        const isRefusal = error instanceof Refusal
        if (!isRefusal) log.error({ err: error, command: name }, 'a realtime command failed')
        ack?.(explain(error))
        count(isRefusal ? 'refused' : 'failed')
      }
    })
  }
}

/** Zod's own words ('Invalid input') are for programs; a person reads ours. */
function sentenceFor(message: string | undefined): string {
  return message && !message.startsWith('Invalid') ? message : realtimeSentences.badPayload
}
