import { Agent, request } from 'node:http'
import { connectWire, type Wire } from '../kit/wire.ts'

/** Who connects where, from which address of this machine; people of the same company have the same number. */
export type End = { url: string; auth: object; from: string; company: number }
export type Load = {
  /** Messages a second over all; null: so many underway at any time. */
  perSecond: number | null
  underway: number
  /** Whether people do more than write: answer, type, read, list, come and go. */
  isMixed: boolean
  warmSeconds: number
  seconds: number
}
export type Task = { do: 'connect'; visitors: End[]; agents: End[] } | { do: 'run'; load: Load }

/** Milliseconds; null where nothing was measured. */
type Shares = { p50: number | null; p95: number | null; p99: number | null }
export type Seen = {
  perSecond: number
  errors: string[]
  ack: Shares
  delivery: Shares
  list: Shares
  reconnect: Shares
}

type Visitor = { end: End; wire: Wire | null; sessionId: string | null }
type Colleague = { end: End; wire: Wire; token: string }

const text = 'Hello, do you have this tent in green too? I would like to order two of them.'
const answersShare = 0.4
const perList = 30
const perRead = 10
const perReconnect = 150
const clientName = Buffer.from('"clientId":"c')
const sessionName = Buffer.from('"sessionId":"')
const success = Buffer.from('"success":true')
const quote = 34
const mostRemembered = 1 << 20

const visitors: Visitor[] = []
const agents: Colleague[] = []
/** Conversations of each company that an agent may answer. */
const open: string[][] = []
/** When each message was sent, by its number. */
const sentAt = new Float64Array(mostRemembered)
const http = new Agent({ keepAlive: true, maxSockets: 64 })
let sent = 0
let isOver = true
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
  for (const end of task.visitors) visitors.push({ end, wire: null, sessionId: null })
  await inTurns(visitors, 25, async (visitor) => {
    visitor.wire = await connectWire(visitor.end)
  })
  await inTurns(task.agents, 25, async (end) => {
    const wire = await connectWire(end, hear)
    agents.push({ end, wire, token: (end.auth as { token?: string }).token ?? '' })
  })
  // The first message of a visitor begins a conversation, which is not what is measured.
  await inTurns(visitors, 25, (visitor) => new Promise<void>((resolve) => say(visitor, resolve)))
  if (errors.length > 0) throw new Error(errors[0])
  return 'connected'
}

function hear(frame: Buffer, at: number): void {
  if (!window || frame.toString('latin1', at + 2, at + 13) !== 'message:new') return
  const begun = frame.indexOf(clientName) + clientName.length
  const number = Number(frame.toString('latin1', begun, frame.indexOf(quote, begun)))
  window.delivery.push(performance.now() - (sentAt[number % mostRemembered] as number))
}

function say(visitor: Visitor, done: () => void): void {
  if (!visitor.wire) {
    setTimeout(done, 10)
    return
  }
  send(visitor.wire, {}, (answer) => {
    if (!visitor.sessionId) {
      const begun = answer.indexOf(sessionName) + sessionName.length
      visitor.sessionId = answer.toString('latin1', begun, answer.indexOf(quote, begun))
      open[visitor.end.company] ??= []
      open[visitor.end.company]?.push(visitor.sessionId)
    }
    done()
  })
}

function send(wire: Wire, about: object, done: (answer: Buffer) => void): void {
  const number = ++sent
  const begun = performance.now()
  sentAt[number % mostRemembered] = begun
  wire.ask('message:send', { ...about, text, clientId: `c${number}` }, (answer) => {
    if (answer.includes(success)) window?.ack.push(performance.now() - begun)
    else errors.push(answer.toString())
    done(answer)
  })
}

async function run({ perSecond, underway, isMixed, warmSeconds, seconds }: Load): Promise<Seen> {
  isOver = false
  errors = []
  const timers: NodeJS.Timeout[] = []
  const one = (done: () => void) =>
    isMixed && Math.random() < answersShare ? answer(done) : say(pick(visitors), done)
  let count = 0
  if (perSecond === null) {
    const again = () => {
      if (isOver) return
      one(again)
      if (isMixed) live(count++)
    }
    for (let begun = 0; begun < underway; begun++) again()
  } else {
    const begun = performance.now()
    timers.push(
      setInterval(() => {
        const due = ((performance.now() - begun) * perSecond) / 1000
        for (; count < due; count++) {
          one(() => {})
          if (isMixed) live(count)
        }
      }, 2),
    )
  }
  await pause(warmSeconds * 1000)
  const mine = { ack: [], delivery: [], list: [], reconnect: [] }
  const begun = performance.now()
  window = mine
  await pause(seconds * 1000)
  window = null
  const lasted = (performance.now() - begun) / 1000
  isOver = true
  for (const timer of timers) clearInterval(timer)
  await pause(1000)
  return {
    perSecond: (mine.ack as number[]).length / lasted,
    errors: errors.slice(0, 5),
    ack: sharesOf(mine.ack),
    delivery: sharesOf(mine.delivery),
    list: sharesOf(mine.list),
    reconnect: sharesOf(mine.reconnect),
  }
}

/** What people do beside writing, for so many messages each. */
function live(count: number): void {
  pick(visitors).wire?.ask('typing', { isTyping: true })
  if (count % perRead === 0) visit('PATCH', 'read')
  if (count % perList === 0) visit('GET', null)
  if (count % perReconnect === 0) comeBack(pick(visitors))
}

function answer(done: () => void): void {
  const { wire, end } = pick(agents)
  const sessionId = pick(open[end.company] ?? [])
  if (!sessionId) {
    setTimeout(done, 10)
    return
  }
  wire.ask('typing', { sessionId, isTyping: true })
  send(wire, { sessionId }, done)
}

function visit(method: 'GET' | 'PATCH', what: 'read' | null): void {
  const { end, token } = pick(agents)
  const path = what ? `/api/sessions/${pick(open[end.company] ?? [])}/${what}` : '/api/sessions?status=active'
  const begun = performance.now()
  const { hostname, port } = new URL(end.url)
  const headers = { authorization: `Bearer ${token}` }
  const asked = request({ method, hostname, port, path, headers, agent: http, localAddress: end.from })
  asked.on('response', (response) => {
    response.resume()
    response.on('end', () => {
      if (response.statusCode !== 200) errors.push(`${method} ${path}: ${response.statusCode}`)
      else if (!what) window?.list.push(performance.now() - begun)
    })
  })
  asked.on('error', (error) => errors.push(`${method} ${path}: ${error.message}`))
  asked.end()
}

function comeBack(visitor: Visitor): void {
  if (!visitor.wire) return
  visitor.wire.close()
  visitor.wire = null
  const begun = performance.now()
  connectWire(visitor.end).then(
    (wire) => {
      visitor.wire = wire
      window?.reconnect.push(performance.now() - begun)
    },
    (error: Error) => errors.push(`connect: ${error.message}`),
  )
}

function sharesOf(milliseconds: number[]): Shares {
  const sorted = Float64Array.from(milliseconds).sort()
  const at = (share: number) => sorted[Math.floor(sorted.length * share)] ?? null
  return { p50: at(0.5), p95: at(0.95), p99: at(0.99) }
}

function pick<One>(all: One[]): One {
  return all[Math.floor(Math.random() * all.length)] as One
}

async function inTurns<One>(all: One[], most: number, work: (one: One) => Promise<void>): Promise<void> {
  for (let begun = 0; begun < all.length; begun += most) {
    await Promise.all(all.slice(begun, begun + most).map(work))
  }
}

function pause(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds))
}
