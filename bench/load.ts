import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { loadavg } from 'node:os'
import { parseArgs } from 'node:util'
import { cpuMicroseconds, postgresProcesses } from './kit/cpu.ts'
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
const found = new Map<string, { steady: Measured; full: Measured }>()
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
    return { steady: await run(steady), full: await run(full) }
  } finally {
    await stop(generator)
    await installation.close()
  }
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
  const [answer] = await Promise.race([
    once(child, 'message'),
    once(child, 'exit').then(() => [{ failed: 'The process ended' }]),
  ])
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
  for (const [load, about] of [
    ['steady', `at ${options.rate} a second`],
    ['full', `with ${full.underway} underway`],
  ] as const) {
    const alone = one[load].servers[0] as number
    const shared = two[load].servers
    const room = alone / Math.max(...shared)
    judge(`Room of two / one, ${about}: ${room.toFixed(2)} (at least 1.6)`, room >= 1.6)
    const price = shared.reduce((sum, value) => sum + value, 0) / alone
    console.log(`  Processor time of both for a message / of one, ${about}: ${price.toFixed(2)}`)
  }
  const gain = two.full.perSecond / one.full.perSecond
  console.log(
    `  Messages a second with ${full.underway} underway, two / one, on this machine: ${gain.toFixed(2)}`,
  )
}

function judge(goal: string, isReached: boolean): void {
  console.log(`  ${goal}: ${isReached ? 'pass' : 'MISS'}`)
}

function ms(value: number | null): string {
  return value === null ? '–' : value.toFixed(value < 10 ? 1 : 0)
}
