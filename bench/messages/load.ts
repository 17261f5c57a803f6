import { io, type Socket } from 'socket.io-client'
import { cpuMicroseconds, postgresProcesses } from '../kit/cpu.ts'

/** Where and as whom a client connects. */
export type Endpoint = { url: string; auth: object }
/** One of each tenant's observers reads what it is told. */
export type Observer = Endpoint & { tenant: string }
export type Watched = { server: number; database: string | null }

export type Task =
  | { do: 'connect'; senders: Endpoint[]; observers: Observer[]; watched: Watched }
  | { do: 'run'; load: Load }

/** Closed: each connection has one send underway. Open: so many sends a second, whatever comes back. */
export type Load = { connections: number; perSecond: number | null; warmSeconds: number; seconds: number }

export type Measured = {
  perSecond: number
  errors: number
  ack: Latency
  /** From the send to an observer's event; null where nothing is told. */
  delivery: Latency | null
  /** Processor time of the server and of its PostgreSQL, for each acknowledged message. */
  serverMicroseconds: number
  databaseMicroseconds: number | null
}
type Latency = { p50: number; p99: number }

const text = 'Hello, do you have this tent in green too? I would like to order two of them.'
const drainWithinMs = 10_000

const senders: Socket[] = []
let watched: Watched
let count = 0
let underway = 0
let errors = 0
let window: { acks: number[]; deliveries: number[] } | null = null
let onAck: (sender: number) => void = () => {}
/** When each message was sent that the observer has not seen yet. */
const unseen = new Map<string, number>()

process.on('message', async (task: Task) => {
  try {
    process.send?.(task.do === 'connect' ? await connectAll(task) : await run(task.load))
  } catch (error) {
    process.send?.({ failed: String(error) })
  }
})
process.on('disconnect', () => process.exit(0))

async function connectAll(task: Extract<Task, { do: 'connect' }>): Promise<string> {
  watched = task.watched
  const observers = await inTurns(task.observers, 20, connect)
  const heard = new Set<string>()
  task.observers.forEach(({ tenant }, index) => {
    const observer = observers[index] as Socket
    // Reading every copy would cost this process more than sending them costs the server.
    if (heard.has(tenant)) observer.io.engine.off('data')
    else observer.on('message:new', seen)
    heard.add(tenant)
  })
  senders.push(...(await inTurns(task.senders, 50, connect)))
  // The first message of a visitor begins a conversation, which is not what is measured.
  await inTurns([...senders.keys()], 50, (index) => new Promise<void>((resolve) => send(index, resolve)))
  return 'connected'
}

function connect({ url, auth }: Endpoint): Promise<Socket> {
  const socket = io(url, { auth, transports: ['websocket'], forceNew: true, reconnection: false })
  return new Promise((resolve, reject) => {
    socket.once('connect', () => resolve(socket))
    socket.once('connect_error', reject)
  })
}

function send(sender: number, done?: () => void): void {
  const clientId = `${sender}-${++count}`
  const begun = performance.now()
  unseen.set(clientId, begun)
  underway++
  senders[sender]?.emit('message:send', { text, clientId }, (answer: { success: boolean }) => {
    underway--
    if (answer.success) window?.acks.push(performance.now() - begun)
    else errors++
    if (done) done()
    else onAck(sender)
  })
}

function seen({ message }: { message: { clientId: string } }): void {
  const begun = unseen.get(message.clientId)
  if (begun === undefined) return
  unseen.delete(message.clientId)
  window?.deliveries.push(performance.now() - begun)
}

async function run({ connections, perSecond, warmSeconds, seconds }: Load): Promise<Measured> {
  const stopSending = perSecond === null ? closedLoop(connections) : openLoop(connections, perSecond)
  await pause(warmSeconds * 1000)

  errors = 0
  const mine = { acks: [] as number[], deliveries: [] as number[] }
  const before = cpu()
  const begun = performance.now()
  window = mine
  await pause(seconds * 1000)
  window = null
  const lasted = (performance.now() - begun) / 1000
  const after = cpu()

  stopSending()
  const until = Date.now() + drainWithinMs
  while (underway > 0 && Date.now() < until) await pause(20)
  if (underway > 0) throw new Error(`${underway} messages were never answered`)
  unseen.clear()

  const acked = mine.acks.length
  return {
    perSecond: acked / lasted,
    errors,
    ack: latencyOf(mine.acks),
    delivery: mine.deliveries.length > 0 ? latencyOf(mine.deliveries) : null,
    serverMicroseconds: (after.server - before.server) / acked,
    databaseMicroseconds:
      after.database === null || before.database === null ? null : (after.database - before.database) / acked,
  }
}

function closedLoop(connections: number): () => void {
  onAck = send
  for (let sender = 0; sender < connections; sender++) send(sender)
  return () => {
    onAck = () => {}
  }
}

function openLoop(connections: number, perSecond: number): () => void {
  const begun = performance.now()
  let sent = 0
  const timer = setInterval(() => {
    const due = ((performance.now() - begun) * perSecond) / 1000
    for (; sent < due; sent++) send(sent % connections)
  }, 1)
  return () => clearInterval(timer)
}

function cpu() {
  return {
    server: cpuMicroseconds([watched.server]),
    database: watched.database === null ? null : cpuMicroseconds(postgresProcesses(watched.database)),
  }
}

function latencyOf(milliseconds: number[]): Latency {
  const sorted = Float64Array.from(milliseconds).sort()
  const at = (share: number) =>
    sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN
  return { p50: at(0.5), p99: at(0.99) }
}

async function inTurns<Given, Got>(
  all: Given[],
  most: number,
  work: (one: Given) => Promise<Got>,
): Promise<Got[]> {
  const got: Got[] = []
  for (let index = 0; index < all.length; index += most) {
    got.push(...(await Promise.all(all.slice(index, index + most).map(work))))
  }
  return got
}

function pause(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds))
}
