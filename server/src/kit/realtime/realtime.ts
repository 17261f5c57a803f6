import type { Server as HttpServer, IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http'
import type { commonEvents, EventData, EventTable } from '@aichat/contracts/kit/realtime'
import { type Namespace, Server } from 'socket.io'
import { coalesceWrites } from '../drivers/socket-writes.ts'
import type { Hosts } from '../http/hosts.ts'
import type { Log } from '../observability/log.ts'
import type { Metrics } from '../observability/metrics.ts'
import { createEventQueue } from './event-queue.ts'
import { createHandshakeCheck, createSocketHeaders } from './handshake.ts'
import type { PeerEvents, PeerMessage } from './peer-events.ts'
import { disconnectSlowConsumers } from './slow-consumers.ts'

/** The audience of an event: every connection in a room of a namespace, or in the second one. In both, it gets the event once. */
export type Room = { namespace: string; name: string; secondName?: string }

type EventListener = (name: string, data: unknown) => void

export type Realtime = {
  namespace(name: string): Namespace
  /** Sends to every member of a room, in every process. Call it after the commit: events are hints, the database is the source of truth. */
  publish<const Table extends EventTable, Name extends keyof Table & string>(
    room: Room,
    table: Table,
    name: Name,
    data: EventData<Table, Name>,
  ): void
  /**
   * Receives every event of a namespace, from this process or another. After 'sync:wanted', events may have been missed.
   */
  subscribe(namespace: string, listener: EventListener): void
  /** Closes every connection of a room, in every process. */
  disconnect(room: Room): void
  close(): Promise<void>
}

/** After a Redis outage the other processes have reconnected by then, so later events arrive. */
const peersReconnectMs = 1000
/** Clients spread their sync over this time. Together with the above, all are up to date 5 s after the outage. */
const syncWithinMs = 2500

type Dependencies = {
  /** Null when this process is the only one. */
  peers: PeerEvents | null
  metrics: Metrics
  log: Log
  hosts: Pick<Hosts, 'isOwnOrigin'>
  publicUrl: string
}

export function createRealtime(server: HttpServer, dependencies: Dependencies): Realtime {
  const { peers, log, metrics } = dependencies
  const io = openServer(server, dependencies)
  const queue = createEventQueue(log)
  const subscriptions = createSubscriptions()
  const namespaces = new Set<Namespace>()
  const sync = createSyncRequest((name, data) => {
    for (const namespace of namespaces) {
      subscriptions.notify(namespace.name, name, data)
      namespace.emit(name, data)
    }
  })

  /** A process without sockets has no namespaces, and a peer of another version may have other ones. */
  const findNamespace = (name: string) => [...namespaces].find((namespace) => namespace.name === name)

  /** During a rolling upgrade, a peer of another version may send types that this version does not know. */
  function onPeerMessage(message: PeerMessage): void {
    if (message.type === 'messagesLost') sync.schedule()
    if (message.type === 'disconnect') disconnectLocally(findNamespace(message.namespace), message)
    if (message.type === 'event') {
      subscriptions.notify(message.namespace, message.name, message.data)
      emitLocally(findNamespace(message.namespace), message)
    }
  }
  peers?.subscribe({
    onMessage: onPeerMessage,
    onConnect: (isReconnect) => {
      if (isReconnect) sync.schedule()
    },
  })

  return {
    namespace(name) {
      const namespace = io.of(name)
      namespaces.add(namespace)
      return namespace
    },
    publish({ namespace, name: room, secondName: secondRoom }, _table, name, data) {
      const message = { type: 'event', namespace, room, secondRoom, name, data } as const
      subscriptions.notify(namespace, name, data)
      queue.enqueue(() => {
        peers?.publish(message)
        emitLocally(findNamespace(namespace), message)
      })
      metrics.published(name)
    },
    subscribe: subscriptions.add,
    disconnect({ namespace, name: room, secondName: secondRoom }) {
      const message = { type: 'disconnect', namespace, room, secondRoom } as const
      queue.enqueue(() => {
        peers?.publish(message)
        peers?.flush()
        disconnectLocally(findNamespace(namespace), message)
      })
    },
    async close() {
      sync.cancel()
      queue.flush()
      await io.close()
    },
  }
}

/** They name the host that was requested, and the address of a client behind a proxy. */
const addressHeaders = ['host', 'x-forwarded-host', 'x-forwarded-for']

/** The parts of a request that Socket.IO reads for a handshake. */
type HandshakeRequest = { headers: IncomingHttpHeaders; connection: object }

function openServer(server: HttpServer, { metrics, log, hosts, publicUrl }: Dependencies): Server {
  const findRefusal = createHandshakeCheck(hosts, log)
  const io = new Server(server, {
    path: '/socket.io',
    transports: ['websocket', 'polling'],
    serveClient: false,
    allowRequest(request, done) {
      const refusal = findRefusal(request)
      done(refusal, refusal === null)
    },
    maxHttpBufferSize: 64_000,
    connectTimeout: 10_000,
    pingInterval: 20_000,
    pingTimeout: 20_000,
  })
  const headers = Object.entries(createSocketHeaders(publicUrl))
  io.engine.use((_: IncomingMessage, response: ServerResponse, next: () => void) => {
    for (const [name, value] of headers) response.setHeader(name, value)
    next()
  })
  // The upgrade request holds 8 kB per connection. The handshake of a namespace needs few of its headers.
  io.engine.on('connection', (connection: { request: HandshakeRequest }) => {
    const { headers } = connection.request
    const entries = addressHeaders.flatMap((name) =>
      headers[name] === undefined ? [] : [[name, headers[name]]],
    )
    connection.request = { headers: Object.fromEntries(entries), connection: {} }
  })
  coalesceWrites(io.engine)
  disconnectSlowConsumers(io.engine, metrics)
  metrics.addGauge('aichat_socket_connections', 'Open realtime connections', () => io.engine.clientsCount)
  return io
}

type RoomNames = { room: string; secondRoom?: string }
type RoomEvent = RoomNames & { name: string; data: unknown }

/** A room without local members is skipped: encoding the event would be wasted. */
function emitLocally(namespace: Namespace | undefined, { name, data, ...names }: RoomEvent): void {
  const rooms = listLocalRooms(namespace, names)
  if (rooms.length > 0) namespace?.to(rooms).emit(name, data)
}

function disconnectLocally(namespace: Namespace | undefined, names: RoomNames): void {
  const rooms = listLocalRooms(namespace, names)
  if (rooms.length > 0) namespace?.in(rooms).disconnectSockets(true)
}

function listLocalRooms(namespace: Namespace | undefined, { room, secondRoom }: RoomNames): string[] {
  return [room, secondRoom].filter(
    (name) => name !== undefined && namespace?.adapter.rooms.has(name),
  ) as string[]
}

function createSubscriptions() {
  const listeners: { namespace: string; listener: EventListener }[] = []
  return {
    add: (namespace: string, listener: EventListener) => void listeners.push({ namespace, listener }),
    notify(namespace: string, name: string, data: unknown): void {
      for (const subscription of listeners) {
        if (subscription.namespace === namespace) subscription.listener(name, data)
      }
    },
  }
}

/** Asks clients to fetch what they missed, once for losses that are noticed in close succession. */
function createSyncRequest(emit: EventListener) {
  let timer: NodeJS.Timeout | undefined
  return {
    schedule(): void {
      timer ??= setTimeout(() => {
        timer = undefined
        const data: EventData<typeof commonEvents, 'sync:wanted'> = { withinMs: syncWithinMs }
        emit('sync:wanted', data)
      }, peersReconnectMs).unref()
    },
    cancel: () => clearTimeout(timer),
  }
}
