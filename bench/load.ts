import { spawnSync } from 'node:child_process'
import { loadavg } from 'node:os'
import { parseArgs } from 'node:util'
import { cpuMicroseconds, postgresProcesses } from './kit/cpu.ts'
import { median } from './kit/median.ts'
import { request, startNode, stopProcess } from './kit/processes.ts'
import type { Load, LoadResult, Task } from './load/clients.ts'
import { compareProcessCounts, cpuShare, inFlightPerProcess } from './load/compare-process-counts.ts'
import { type Installation, openBare, openProduct, type Population } from './load/installations.ts'

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
const missing = [
  ...(process.env.DATABASE_URL ? [] : ['DATABASE_URL, a PostgreSQL that the processes share']),
  ...['redis-server', 'nginx'].filter((program) => !isInstalled(program)),
]
if (missing.length > 0) {
  console.log(`  This benchmark needs: ${missing.join('; ')}. Set or install it, then run it again.`)
  process.exit(1)
}
const population: Population = {
  visitors: Number(options.visitors),
  agents: Number(options.agents),
  companies: Number(options.companies),
}
const times = { warmSeconds: 3, seconds: Number(options.seconds) }
const steady: Load = { perSecond: Number(options.rate), inFlight: 0, isMixed: true, ...times }
const full: Load = {
  perSecond: null,
  inFlight: 400,
  isMixed: true,
  warmSeconds: 3,
  seconds: Math.min(10, times.seconds),
}

type Measured = LoadResult & {
  /** Processor time per message in microseconds, of each server and of PostgreSQL. */
  servers: number[]
  postgres: number
  /** Event-loop utilization of each server. */
  busy: number[]
}

const systems: Record<string, () => Promise<Installation>> = {
  'bare Socket.IO': () => openBare('socket-io', population),
  'bare group commit': () => openBare('group-commit', population),
  'product, 1 process': () => openProduct(1, population),
  'product, 2 processes': () => openProduct(2, population),
}
const products = ['product, 1 process', 'product, 2 processes'] as const
const results = new Map<string, { steady: Measured; full: Measured }>()
for (const [name, open] of Object.entries(systems)) {
  if (!name.includes(options.only)) continue
  console.log(`  ${name}`)
  results.set(name, await measure(await open(), name.startsWith('product')))
}
report()
if (products.every((name) => name.includes(options.only)))
  reportCarried(await compareProcessCounts(population, full))
process.exit(0)

function isInstalled(program: string): boolean {
  return spawnSync('sh', ['-c', `command -v ${program}`]).status === 0
}

async function measure(installation: Installation, isProduct: boolean) {
  const generator = startNode('bench/load/clients.ts', {})
  try {
    const { visitors, agents } = installation
    await request(generator, { do: 'connect', visitors, agents })
    await installation.updateStatistics()
    const run = async (load: Load): Promise<Measured> => {
      const task: Task = { do: 'run', load: { ...load, isMixed: load.isMixed && isProduct } }
      const before = await resources(installation)
      const seen: LoadResult = await request(generator, task)
      const after = await resources(installation)
      // Processor time includes the warm-up, so its messages are included too.
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
    await stopProcess(generator)
    await installation.close()
  }
}

async function resources({ servers, database }: Installation) {
  const busy = await Promise.all(
    servers.map(async (server) => (await request(server, 'busy')).busy as number),
  )
  return {
    busy,
    servers: servers.map(({ pid }) => cpuMicroseconds([pid as number])),
    postgres: database === null ? 0 : cpuMicroseconds(postgresProcesses(database)),
  }
}

function report(): void {
  const rows = [...results].flatMap(([system, measured]) =>
    (['steady', 'full'] as const).map((load) => {
      const { perSecond, ack, delivery, list, reconnect, servers, postgres, busy, errors } = measured[load]
      return {
        system,
        load: load === 'steady' ? `${options.rate}/s` : `${full.inFlight} in flight`,
        'msgs/s': Math.round(perSecond),
        ack: `${formatMs(ack.p50)} / ${formatMs(ack.p95)} / ${formatMs(ack.p99)}`,
        'delivery p95': formatMs(delivery.p95),
        'list p95': formatMs(list.p95),
        'reconnect p95': formatMs(reconnect.p95),
        'servers µs': servers.map(Math.round).join(' + '),
        'PG µs': Math.round(postgres),
        busy: busy.map((share) => `${Math.round(share * 100)} %`).join(', '),
        errors: errors.length,
      }
    }),
  )
  console.table(rows)
  for (const [name, { steady, full }] of results) {
    for (const error of [...steady.errors, ...full.errors]) console.log(`  ${name}: ${error.slice(0, 200)}`)
  }
  console.log(
    `  load average ${loadavg()
      .map((value) => value.toFixed(1))
      .join(', ')}`,
  )
  for (const [name, product] of results) {
    if (!name.startsWith('product')) continue
    const { ack, delivery, errors } = product.steady
    const limits: [string, number | null, number][] = [
      ['ack p50', ack.p50, 30],
      ['ack p95', ack.p95, 150],
      ['ack p99', ack.p99, 400],
      ['delivery p95', delivery.p95, 250],
    ]
    for (const [about, value, most] of limits) {
      judge(`P18 ${name}: ${about} ${formatMs(value)} ms (at most ${most})`, value !== null && value <= most)
    }
    judge(`P18 ${name}: errors ${errors.length} (none)`, errors.length === 0)
  }
  const [one, two] = products.map((name) => results.get(name))
  if (!one || !two) return
  for (const load of ['steady', 'full'] as const) {
    const sum = (servers: number[]) => servers.reduce((total, value) => total + value, 0)
    const cpuRatio = sum(two[load].servers) / sum(one[load].servers)
    console.log(`  Processor time of both servers for a message / of one, ${load}: ${cpuRatio.toFixed(2)}`)
  }
}

function reportCarried(seen: [LoadResult, LoadResult][] | null): void {
  if (!seen) {
    console.log('  Processor limits are not available here, so one process and two are not compared.')
    return
  }
  console.log(`  Carried by servers of ${cpuShare} of a processor, ${inFlightPerProcess} in flight for each:`)
  console.table(
    seen.map(([one, two]) => ({
      'one: msgs/s': Math.round(one.perSecond),
      'ack ms': `${formatMs(one.ack.p50)} / ${formatMs(one.ack.p95)}`,
      'two: msgs/s': Math.round(two.perSecond),
      'ack ms of two': `${formatMs(two.ack.p50)} / ${formatMs(two.ack.p95)}`,
      ratio: (two.perSecond / one.perSecond).toFixed(2),
      errors: one.errors.length + two.errors.length,
    })),
  )
  const gain = median(seen.map(([one, two]) => two.perSecond / one.perSecond))
  const errors = seen.flat().flatMap((turn) => turn.errors)
  judge(
    `Two carry ${gain.toFixed(2)} times what one does, errors ${errors.length} (at least 1.5, none)`,
    gain >= 1.5 && errors.length === 0,
  )
}

function judge(goal: string, isReached: boolean): void {
  console.log(`  ${goal}: ${isReached ? 'pass' : 'MISS'}`)
}

function formatMs(value: number | null): string {
  return value === null ? '–' : value.toFixed(value < 10 ? 1 : 0)
}
