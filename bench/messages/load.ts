import { io, type Socket } from 'socket.io-client'
import { cpuMicroseconds, postgresProcesses } from '../kit/cpu.ts'
import { inBatches } from '../kit/in-batches.ts'

/** Address and credentials of a client. */
export type Endpoint = { url: string; auth: object }
/** One observer of each tenant parses the events that it receives. */
export type Observer = Endpoint & { tenant: string }
export type MeasuredProcesses = { server: number; database: string | null }

export type Task =
  | { do: 'connect'; senders: Endpoint[]; observers: Observer[]; watched: MeasuredProcesses }
  | { do: 'run'; load: Load }

/** Closed loop: each connection has one message in flight. Open loop: a fixed number of messages a second. */
export type Load = { connections: number; perSecond: number | null; warmSeconds: number; seconds: number }

export type Measured = {
  perSecond: number
  errors: number
  ack: Latency
  /** From the send to an observer's event; null where nothing is broadcast. */
  delivery: Latency | null
  /** Processor time of the server and of PostgreSQL per acknowledged message. */
  serverMicroseconds: number
  databaseMicroseconds: number | null
}
type Latency = { p50: number; p99: number }

const text = 'Hello, do you have this tent in green too? I would like to order two of them.'
const drainTimeoutMs = 10_000

const senders: Socket[] = []
let measuredProcesses: MeasuredProcesses
let count = 0
let inFlight = 0
let errors = 0
let window: { acks: number[]; deliveries: number[] } | null = null
let onAck: (sender: number) => void = () => {}
/** Time of sending of messages that the observer has not received. */
const sentAtByClientId = new Map<string, number>()

process.on('message', async (task: Task) => {
  try {
    process.send?.(task.do === 'connect' ? await connectAll(task) : await run(task.load))
  } catch (error) {
    process.send?.({ failed: String(error) })
  }
})
process.on('disconnect', () => process.exit(0))

async function connectAll(task: Extract<Task, { do: 'connect' }>): Promise<string> {
  measuredProcesses = task.watched
  const observers = await inBatches(task.observers, 20, connect)
  const observedTenants = new Set<string>()
  task.observers.forEach(({ tenant }, index) => {
    const observer = observers[index] as Socket
    // Parsing every copy would cost this process more than sending them costs the server.
    if (observedTenants.has(tenant)) observer.io.engine.off('data')
    else observer.on('message:new', recordDelivery)
    observedTenants.add(tenant)
  })
  senders.push(...(await inBatches(task.senders, 50, connect)))
  // The first message of a visitor creates a conversation, which is not measured.
  await inBatches([...senders.keys()], 50, (index) => new Promise<void>((resolve) => send(index, resolve)))
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
  const startedAt = performance.now()
  sentAtByClientId.set(clientId, startedAt)
  inFlight++
  senders[sender]?.emit('message:send', { text, clientId }, (answer: { success: boolean }) => {
    inFlight--
    if (answer.success) window?.acks.push(performance.now() - startedAt)
    else errors++
    if (done) done()
    else onAck(sender)
  })
}

function recordDelivery({ message }: { message: { clientId: string } }): void {
  const startedAt = sentAtByClientId.get(message.clientId)
  if (startedAt === undefined) return
  sentAtByClientId.delete(message.clientId)
  window?.deliveries.push(performance.now() - startedAt)
}

async function run({ connections, perSecond, warmSeconds, seconds }: Load): Promise<Measured> {
  const stopSending = perSecond === null ? closedLoop(connections) : openLoop(connections, perSecond)
  await delay(warmSeconds * 1000)

  errors = 0
  const samples = { acks: [] as number[], deliveries: [] as number[] }
  const before = cpu()
  const startedAt = performance.now()
  window = samples
  await delay(seconds * 1000)
  window = null
  const elapsedSeconds = (performance.now() - startedAt) / 1000
  const after = cpu()

  stopSending()
  const until = Date.now() + drainTimeoutMs
  while (inFlight > 0 && Date.now() < until) await delay(20)
  if (inFlight > 0) throw new Error(`${inFlight} messages were never answered`)
  sentAtByClientId.clear()

  const acked = samples.acks.length
  return {
    perSecond: acked / elapsedSeconds,
    errors,
    ack: latencyPercentiles(samples.acks),
    delivery: samples.deliveries.length > 0 ? latencyPercentiles(samples.deliveries) : null,
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
  const startedAt = performance.now()
  let sent = 0
  const timer = setInterval(() => {
    const due = ((performance.now() - startedAt) * perSecond) / 1000
    for (; sent < due; sent++) send(sent % connections)
  }, 1)
  return () => clearInterval(timer)
}

function cpu() {
  return {
    server: cpuMicroseconds([measuredProcesses.server]),
    database:
      measuredProcesses.database === null
        ? null
        : cpuMicroseconds(postgresProcesses(measuredProcesses.database)),
  }
}

function latencyPercentiles(milliseconds: number[]): Latency {
  const sorted = Float64Array.from(milliseconds).sort()
  const at = (share: number) =>
    sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN
  return { p50: at(0.5), p99: at(0.99) }
}

function delay(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds))
}
