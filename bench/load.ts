import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { loadavg } from 'node:os'
import { setTimeout as pause } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { cpuMicroseconds, forgetLimit, limitProcessor, postgresProcesses } from './kit/cpu.ts'
import { startNode, stop } from './kit/processes.ts'
import type { Load, Seen, Task } from './load/crowd.ts'
import { type Crowd, type Installation, openBare, openProduct } from './load/installations.ts'

const { values: options } = parseArgs({
  options: {
    visitors: { type: 'string', default: '2000' },
    agents: { type: 'string', default: '200' },
    companies: { type: 'string', default: '20' },
    rate: { type: 'string', default: '300' },
    seconds: { type: 'string', default: '60' },
    only: { type: 'string', default: '' },
  },
})
if (!process.env.DATABASE_URL) {
  console.log(
    '  This needs DATABASE_URL, and redis-server and nginx to be started: several processes share both.',
  )
  process.exit(0)
}
const crowd: Crowd = {
  visitors: Number(options.visitors),
  agents: Number(options.agents),
  companies: Number(options.companies),
}
const times = { warmSeconds: 3, seconds: Number(options.seconds) }
const steady: Load = { perSecond: Number(options.rate), underway: 0, isMixed: true, ...times }
const full: Load = {
  perSecond: null,
  underway: 400,
  isMixed: true,
  warmSeconds: 3,
  seconds: Math.min(15, times.seconds),
}

/** Of one processor, for each server: so little that servers are full before the database and the clients are. */
const serversShare = 0.3
/** A load is carried when 19 of 20 acks come within this time. */
const carriedWithinMs = 150
const firstRate = 150
/** How near the rate that is carried is to one that is not. */
const finestStep = 1.05

type Measured = Seen & {
  /** Processor time for each message, in microseconds: of each server, and of PostgreSQL. */
  servers: number[]
  postgres: number
  /** The share of the time that each server's event loop was busy. */
  busy: number[]
}

const systems: Record<string, () => Promise<Installation>> = {
  'bare Socket.IO': () => openBare('socket-io', crowd),
  'bare group commit': () => openBare('group-commit', crowd),
  'product, 1 process': () => openProduct(1, crowd),
  'product, 2 processes': () => openProduct(2, crowd),
}
/** `carried`: messages a second, with servers of a limited processor; null where it was not looked for. */
const found = new Map<string, { steady: Measured; full: Measured; carried: number | null }>()
for (const [name, open] of Object.entries(systems)) {
  if (!name.includes(options.only)) continue
  console.log(`  ${name}`)
  found.set(name, await measure(await open(), name.startsWith('product')))
}
report()
process.exit(0)

async function measure(installation: Installation, isProduct: boolean) {
  const generator = startNode('bench/load/crowd.ts', {})
  try {
    const { visitors, agents } = installation
    await asked(generator, { do: 'connect', visitors, agents })
    await installation.settle()
    const run = async (load: Load): Promise<Measured> => {
      const task: Task = { do: 'run', load: { ...load, isMixed: load.isMixed && isProduct } }
      const before = await resources(installation)
      const seen: Seen = await asked(generator, task)
      const after = await resources(installation)
      // Counted with the warming up, and each message of it.
      const messages = seen.perSecond * (load.warmSeconds + load.seconds)
      return {
        ...seen,
        servers: after.servers.map((value, index) => (value - (before.servers[index] as number)) / messages),
        postgres: (after.postgres - before.postgres) / messages,
        busy: after.busy,
      }
    }
    const open = { steady: await run(steady), full: await run(full) }
    return { ...open, carried: isProduct ? await carry(installation, run) : null }
  } finally {
    await stop(generator)
    await installation.close()
  }
}

/** The highest rate at which people are still answered in time. */
async function carry({ servers }: Installation, run: (load: Load) => Promise<Measured>) {
  if (!servers.every(({ pid }) => limitProcessor(pid as number, serversShare))) {
    console.log('  Servers cannot be limited here: what they carry is not looked for.')
    return null
  }
  for (const server of servers) server.once('exit', () => forgetLimit(server.pid as number))
  async function isCarried(rate: number): Promise<boolean> {
    const { ack, errors } = await run({ ...steady, perSecond: rate, warmSeconds: 2, seconds: 5 })
    if (ack.p95 !== null && ack.p95 <= carriedWithinMs && errors.length === 0) return true
    await pause(5000) // what was asked too much is still being answered
    return false
  }
  let [carried, tooMuch] = [0, Number.POSITIVE_INFINITY]
  for (let rate = firstRate; tooMuch / Math.max(carried, 50) > finestStep; ) {
    if (await isCarried(rate)) carried = rate
    else tooMuch = rate
    rate = tooMuch === Number.POSITIVE_INFINITY ? rate * 1.3 : Math.sqrt(Math.max(carried, 50) * tooMuch)
  }
  return carried
}

async function resources({ servers, database }: Installation) {
  const busy = await Promise.all(servers.map(async (server) => (await asked(server, 'busy')).busy as number))
  return {
    busy,
    servers: servers.map(({ pid }) => cpuMicroseconds([pid as number])),
    postgres: database === null ? 0 : cpuMicroseconds(postgresProcesses(database)),
  }
}

// biome-ignore lint/suspicious/noExplicitAny: each question has its own answer
async function asked(child: ChildProcess, question: Task | 'busy'): Promise<any> {
  child.send(question)
  const over = new AbortController()
  const { signal } = over
  const [answer] = await Promise.race([
    once(child, 'message', { signal }),
    once(child, 'exit', { signal }).then(() => [{ failed: 'The process ended' }]),
  ])
  over.abort()
  if (answer.failed) throw new Error(answer.failed)
  return answer
}

function report(): void {
  const rows = [...found].flatMap(([system, measured]) =>
    (['steady', 'full'] as const).map((load) => {
      const { perSecond, ack, delivery, list, reconnect, servers, postgres, busy, errors } = measured[load]
      return {
        system,
        load: load === 'steady' ? `${options.rate}/s` : `${full.underway} underway`,
        'msgs/s': Math.round(perSecond),
        ack: `${ms(ack.p50)} / ${ms(ack.p95)} / ${ms(ack.p99)}`,
        'delivery p95': ms(delivery.p95),
        'list p95': ms(list.p95),
        'reconnect p95': ms(reconnect.p95),
        'servers µs': servers.map(Math.round).join(' + '),
        'PG µs': Math.round(postgres),
        busy: busy.map((share) => `${Math.round(share * 100)} %`).join(', '),
        errors: errors.length,
      }
    }),
  )
  console.table(rows)
  for (const [name, { steady, full }] of found) {
    for (const error of [...steady.errors, ...full.errors]) console.log(`  ${name}: ${error.slice(0, 200)}`)
  }
  console.log(
    `  load average ${loadavg()
      .map((value) => value.toFixed(1))
      .join(', ')}`,
  )
  const [one, two] = [found.get('product, 1 process'), found.get('product, 2 processes')]
  for (const [name, product] of found) {
    if (!name.startsWith('product')) continue
    const { ack, delivery, errors } = product.steady
    const limits: [string, number | null, number][] = [
      ['ack p50', ack.p50, 30],
      ['ack p95', ack.p95, 150],
      ['ack p99', ack.p99, 400],
      ['delivery p95', delivery.p95, 250],
    ]
    for (const [about, value, most] of limits) {
      judge(`P18 ${name}: ${about} ${ms(value)} ms (at most ${most})`, value !== null && value <= most)
    }
    judge(`P18 ${name}: errors ${errors.length} (none)`, errors.length === 0)
  }
  if (!one || !two) return
  for (const load of ['steady', 'full'] as const) {
    const sum = (servers: number[]) => servers.reduce((total, value) => total + value, 0)
    const price = sum(two[load].servers) / sum(one[load].servers)
    console.log(`  Processor time of both servers for a message / of one, ${load}: ${price.toFixed(2)}`)
  }
  if (!one.carried || !two.carried) return
  const gain = two.carried / one.carried
  console.log(
    `  Carried by servers with ${serversShare} of a processor each, acks within ${carriedWithinMs} ms:`,
  )
  judge(
    `${Math.round(one.carried)} by one, ${Math.round(two.carried)} by two, ratio ${gain.toFixed(2)} (at least 1.6)`,
    gain >= 1.6,
  )
}

function judge(goal: string, isReached: boolean): void {
  console.log(`  ${goal}: ${isReached ? 'pass' : 'MISS'}`)
}

function ms(value: number | null): string {
  return value === null ? '–' : value.toFixed(value < 10 ? 1 : 0)
}
