import { Agent as HttpAgent, request } from 'node:http'
import { inBatches } from '../kit/in-batches.ts'
import { connectSocket, type SocketConnection } from '../kit/socket-connection.ts'

/** Server address, credentials, local source address, and the number of the client's company. */
export type ClientEndpoint = { url: string; auth: object; from: string; company: number }
export type Load = {
  /** Total messages a second; null: `inFlight` messages at any time. */
  perSecond: number | null
  inFlight: number
  /** Whether clients also reply, type, mark as read, fetch the list, and reconnect. */
  isMixed: boolean
  warmSeconds: number
  seconds: number
}
export type Task =
  | { do: 'connect'; visitors: ClientEndpoint[]; agents: ClientEndpoint[] }
  | { do: 'run'; load: Load }

/** Milliseconds; null where nothing was measured. */
type Percentiles = { p50: number | null; p95: number | null; p99: number | null }
export type LoadResult = {
  perSecond: number
  errors: string[]
  ack: Percentiles
  delivery: Percentiles
  list: Percentiles
  reconnect: Percentiles
}

type Visitor = { end: ClientEndpoint; connection: SocketConnection | null; sessionId: string | null }
type Agent = { end: ClientEndpoint; connection: SocketConnection; token: string }

const text = 'Hello, do you have this tent in green too? I would like to order two of them.'
const agentMessageShare = 0.4
const messagesPerList = 30
const messagesPerRead = 10
const messagesPerReconnect = 150
const clientName = Buffer.from('"clientId":"c')
const sessionName = Buffer.from('"sessionId":"')
const success = Buffer.from('"success":true')
const quote = 34
const maxTrackedMessages = 1 << 20

const visitors: Visitor[] = []
const agents: Agent[] = []
/** Conversations by company, for agents to reply to. */
const openSessionIds: string[][] = []
/** Time of sending by message number. */
const sentAt = new Float64Array(maxTrackedMessages)
const httpAgent = new HttpAgent({ keepAlive: true, maxSockets: 64 })
let sent = 0
let isStopped = true
let window: { [Name in 'ack' | 'delivery' | 'list' | 'reconnect']: number[] } | null = null
let errors: string[] = []

process.on('message', async (task: Task) => {
  try {
    process.send?.(task.do === 'connect' ? await connectAll(task) : await run(task.load))
  } catch (error) {
    process.send?.({ failed: String(error) })
  }
})
process.on('disconnect', () => process.exit(0))

async function connectAll(task: Extract<Task, { do: 'connect' }>): Promise<string> {
  for (const end of task.visitors) visitors.push({ end, connection: null, sessionId: null })
  await inBatches(visitors, 25, async (visitor) => {
    visitor.connection = await connectSocket(visitor.end)
  })
  await inBatches(task.agents, 25, async (end) => {
    const connection = await connectSocket(end, recordDelivery)
    agents.push({ end, connection, token: (end.auth as { token?: string }).token ?? '' })
  })
  // The first message of a visitor creates a conversation, which is not measured.
  await inBatches(visitors, 25, (visitor) => new Promise<void>((resolve) => sendAsVisitor(visitor, resolve)))
  if (errors.length > 0) throw new Error(errors[0])
  return 'connected'
}

function recordDelivery(frame: Buffer, at: number): void {
  if (!window || frame.toString('latin1', at + 2, at + 13) !== 'message:new') return
  const start = frame.indexOf(clientName) + clientName.length
  const number = Number(frame.toString('latin1', start, frame.indexOf(quote, start)))
  window.delivery.push(performance.now() - (sentAt[number % maxTrackedMessages] as number))
}

function sendAsVisitor(visitor: Visitor, done: () => void): void {
  if (!visitor.connection) {
    setTimeout(done, 10)
    return
  }
  send(visitor.connection, {}, (ack) => {
    if (!visitor.sessionId) {
      const start = ack.indexOf(sessionName) + sessionName.length
      visitor.sessionId = ack.toString('latin1', start, ack.indexOf(quote, start))
      openSessionIds[visitor.end.company] ??= []
      openSessionIds[visitor.end.company]?.push(visitor.sessionId)
    }
    done()
  })
}

function send(connection: SocketConnection, about: object, done: (ack: Buffer) => void): void {
  const number = ++sent
  const startedAt = performance.now()
  sentAt[number % maxTrackedMessages] = startedAt
  connection.emit('message:send', { ...about, text, clientId: `c${number}` }, (ack) => {
    if (ack.includes(success)) window?.ack.push(performance.now() - startedAt)
    else errors.push(ack.toString())
    done(ack)
  })
}

async function run({ perSecond, inFlight, isMixed, warmSeconds, seconds }: Load): Promise<LoadResult> {
  isStopped = false
  errors = []
  const timers: NodeJS.Timeout[] = []
  const one = (done: () => void) =>
    isMixed && Math.random() < agentMessageShare ? sendAsAgent(done) : sendAsVisitor(pick(visitors), done)
  let count = 0
  if (perSecond === null) {
    const again = () => {
      if (isStopped) return
      one(again)
      if (isMixed) simulateActivity(count++)
    }
    for (let start = 0; start < inFlight; start++) again()
  } else {
    const startedAt = performance.now()
    timers.push(
      setInterval(() => {
        const due = ((performance.now() - startedAt) * perSecond) / 1000
        for (; count < due; count++) {
          one(() => {})
          if (isMixed) simulateActivity(count)
        }
      }, 2),
    )
  }
  await delay(warmSeconds * 1000)
  const samples = { ack: [], delivery: [], list: [], reconnect: [] }
  const startedAt = performance.now()
  window = samples
  await delay(seconds * 1000)
  window = null
  const elapsedSeconds = (performance.now() - startedAt) / 1000
  isStopped = true
  for (const timer of timers) clearInterval(timer)
  await delay(1000)
  return {
    perSecond: (samples.ack as number[]).length / elapsedSeconds,
    errors: errors.slice(0, 5),
    ack: percentiles(samples.ack),
    delivery: percentiles(samples.delivery),
    list: percentiles(samples.list),
    reconnect: percentiles(samples.reconnect),
  }
}

/** Actions other than sending, each once per number of messages. */
function simulateActivity(count: number): void {
  pick(visitors).connection?.emit('typing', { isTyping: true })
  if (count % messagesPerRead === 0) fetchData('PATCH', 'read')
  if (count % messagesPerList === 0) fetchData('GET', null)
  if (count % messagesPerReconnect === 0) reconnect(pick(visitors))
}

function sendAsAgent(done: () => void): void {
  const { connection, end } = pick(agents)
  const sessionId = pick(openSessionIds[end.company] ?? [])
  if (!sessionId) {
    setTimeout(done, 10)
    return
  }
  connection.emit('typing', { sessionId, isTyping: true })
  send(connection, { sessionId }, done)
}

function fetchData(method: 'GET' | 'PATCH', what: 'read' | null): void {
  const { end, token } = pick(agents)
  const path = what
    ? `/api/sessions/${pick(openSessionIds[end.company] ?? [])}/${what}`
    : '/api/sessions?status=active'
  const startedAt = performance.now()
  const { hostname, port } = new URL(end.url)
  const headers = { authorization: `Bearer ${token}` }
  const call = request({ method, hostname, port, path, headers, agent: httpAgent, localAddress: end.from })
  call.on('response', (response) => {
    response.resume()
    response.on('end', () => {
      if (response.statusCode !== 200) errors.push(`${method} ${path}: ${response.statusCode}`)
      else if (!what) window?.list.push(performance.now() - startedAt)
    })
  })
  call.on('error', (error) => errors.push(`${method} ${path}: ${error.message}`))
  call.end()
}

function reconnect(visitor: Visitor): void {
  if (!visitor.connection) return
  visitor.connection.close()
  visitor.connection = null
  const startedAt = performance.now()
  connectSocket(visitor.end).then(
    (connection) => {
      visitor.connection = connection
      window?.reconnect.push(performance.now() - startedAt)
    },
    (error: Error) => errors.push(`connect: ${error.message}`),
  )
}

function percentiles(milliseconds: number[]): Percentiles {
  const sorted = Float64Array.from(milliseconds).sort()
  const at = (share: number) => sorted[Math.floor(sorted.length * share)] ?? null
  return { p50: at(0.5), p95: at(0.95), p99: at(0.99) }
}

function pick<One>(all: One[]): One {
  return all[Math.floor(Math.random() * all.length)] as One
}

function delay(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds))
}
