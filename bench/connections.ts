import type { ChildProcess } from 'node:child_process'
import { parseArgs } from 'node:util'
import { startVisit } from '../server/src/ops/seed/api-client.ts'
import { findFreePort } from '../server/test/kit/ports.ts'
import type { BroadcastResult } from './connections/clients.ts'
import { createBenchDatabase } from './kit/database.ts'
import { inBatches, range } from './kit/in-batches.ts'
import { median } from './kit/median.ts'
import { request, startNode, stopProcess, waitUntilReady } from './kit/processes.ts'
import { type Company, createCompany, productEntryPoint, productEnv } from './kit/product.ts'
import type { Endpoint } from './messages/load.ts'

const { values: options } = parseArgs({
  options: {
    connections: { type: 'string', default: '5000' },
    repeats: { type: 'string', default: '3' },
    only: { type: 'string', default: '' },
  },
})
const connections = Number(options.connections)
const repeats = Number(options.repeats)
/** Agents share these companies, because sign-up is slow on purpose (password hashing). */
const companyCount = 100
const rooms = [100, 1000]
/** Enough messages that delivery is the bottleneck: with few, the sender waits for the database between messages. */
const inFlight = 32
const seconds = 4

type CreateEndpoints = (url: string, count: number) => Promise<Endpoint[]>
type System = { file: string; env: Record<string, string>; endpoints: CreateEndpoints }

const bareEnv = { TENANTS: '1', SENDERS: '1' }
const bareEndpoints: CreateEndpoints = async (url, count) =>
  range(count).map(() => ({ url, auth: { tenant: 0 } }))

const results = new Map<string, number[]>()
const addResult = (name: string, value: number) => results.set(name, [...(results.get(name) ?? []), value])

// All systems take turns, so that a slow phase of the machine affects all of them.
for (let repeat = 1; repeat <= repeats; repeat++) {
  if ('memory'.includes(options.only)) {
    await measureMemory('bare', { file: 'bench/bare/socket-io.ts', env: bareEnv, endpoints: bareEndpoints })
    await measureMemory('visitors', {
      file: productEntryPoint(),
      env: productEnv,
      endpoints: visitorEndpoints,
    })
    await measureMemory('agents', { file: productEntryPoint(), env: productEnv, endpoints: agentEndpoints })
  }
  for (const size of rooms) {
    if (!'rooms'.includes(options.only)) continue
    await measureFanOut(`bare ${size}`, size, 'bench/bare/rooms.ts')
    await measureFanOut(`bare, stored ${size}`, size, 'bench/bare/group-commit.ts')
    await measureFanOut(`product ${size}`, size, productEntryPoint())
  }
}
report()
process.exit(0)

/** KiB of server memory per idle connection. */
async function measureMemory(name: string, { file, env, endpoints }: System): Promise<void> {
  await withServer(
    file,
    env,
    ['--expose-gc', '--import', './bench/connections/report-memory.mjs'],
    async (server) => {
      const clients = startNode('bench/connections/clients.ts', {})
      try {
        // The first connections allocate shared memory, which is not measured.
        const all = await endpoints(server.url, connections + 20)
        await request(clients, { do: 'connect', endpoints: all.slice(0, 20) })
        const before = await request(server.child, 'memory')
        await request(clients, { do: 'connect', endpoints: all.slice(20) })
        const after = await request(server.child, 'memory')
        for (const part of ['rss', 'heap'] as const) {
          addResult(`${name} ${part}`, (after[part] - before[part]) / 1024 / connections)
        }
        console.log(
          `  ${name}: ${formatLast(`${name} rss`)} KiB of memory, ${formatLast(`${name} heap`)} of heap`,
        )
      } finally {
        await stopProcess(clients)
      }
    },
  )
}

/** Deliveries a second to a room of messages from one sender. */
async function measureFanOut(name: string, size: number, file: string): Promise<void> {
  const isBare = name.startsWith('bare')
  await withServer(file, isBare ? bareEnv : productEnv, [], async ({ url, child }) => {
    const clients = startNode('bench/connections/clients.ts', {})
    try {
      const { endpoints, sender } = isBare
        ? { endpoints: await bareEndpoints(url, size), sender: { url, auth: { index: 0, tenant: 0 } } }
        : await productRoom(url, size)
      await request(clients, { do: 'connect', endpoints })
      const server = child.pid as number
      const broadcast: BroadcastResult = await request(clients, {
        do: 'broadcast',
        sender,
        inFlight,
        seconds,
        server,
      })
      addResult(`${name} perSecond`, broadcast.perSecond)
      addResult(`${name} µs`, broadcast.microseconds)
      addResult(`${name} p50`, broadcast.p50)
      addResult(`${name} p99`, broadcast.p99)
      console.log(`  ${name}: ${formatLast(`${name} perSecond`)}/s, ${formatLast(`${name} µs`)} µs each`)
    } finally {
      await stopProcess(clients)
    }
  })
}

type Server = { url: string; child: ChildProcess }

async function withServer(
  file: string,
  env: Record<string, string>,
  flags: string[],
  work: (server: Server) => Promise<void>,
): Promise<void> {
  const database = await createBenchDatabase(process.env.DATABASE_URL ? 'PostgreSQL' : 'PGlite')
  const port = await findFreePort()
  const url = `http://127.0.0.1:${port}`
  const child = startNode(file, { ...env, ...database.env, PORT: String(port) }, flags)
  try {
    await waitUntilReady(child, url)
    await work({ url, child })
  } finally {
    await stopProcess(child)
    await database.remove()
  }
}

async function visitorEndpoints(url: string, count: number): Promise<Endpoint[]> {
  return visitorsOf(url, await createCompany(url, 0), count)
}

async function visitorsOf(url: string, { publicKey }: Company, count: number): Promise<Endpoint[]> {
  return inBatches(range(count), 20, async () => {
    const { visitorToken } = await startVisit(url, publicKey)
    return { url: `${url}/visitor`, auth: { visitorToken } }
  })
}

async function agentEndpoints(url: string, count: number): Promise<Endpoint[]> {
  const owners = await inBatches(range(companyCount), 2, (index) => createCompany(url, index))
  return range(count).map((index) => ({
    url: `${url}/`,
    auth: { token: owners[index % companyCount]?.accessToken },
  }))
}

async function productRoom(url: string, size: number) {
  const company = await createCompany(url, 0)
  const [sender] = await visitorsOf(url, company, 1)
  const endpoints = range(size).map(() => ({ url: `${url}/`, auth: { token: company.accessToken } }))
  return { endpoints, sender: sender as Endpoint }
}

function report(): void {
  console.log()
  for (const [name, values] of results) console.log(`  ${name.padEnd(22)} ${formatNumber(median(values))}`)
  console.log()
  for (const who of ['visitors', 'agents']) {
    for (const part of ['rss', 'heap']) {
      const value = ratio(`${who} ${part}`, `bare ${part}`)
      judge(`R4 ${part} of an idle connection, ${who} / bare`, value, (one) => one <= 1.8)
    }
  }
  for (const size of rooms) {
    for (const limit of ['bare', 'bare, stored']) {
      const value = ratio(`product ${size} perSecond`, `${limit} ${size} perSecond`)
      judge(`R5 deliveries a second to a room of ${size} / ${limit}`, value, (one) => one >= 0.8)
    }
  }
}

function judge(goal: string, value: number | null, isReached: (value: number) => boolean): void {
  if (value !== null) console.log(`  ${goal}: ${value.toFixed(2)}: ${isReached(value) ? 'pass' : 'MISS'}`)
}

function ratio(one: string, other: string): number | null {
  const [above, below] = [results.get(one), results.get(other)]
  return above && below ? median(above) / median(below) : null
}

function formatLast(name: string): string {
  return formatNumber(results.get(name)?.at(-1) ?? Number.NaN)
}

function formatNumber(value: number): string {
  return value >= 1000 ? Math.round(value).toLocaleString('en') : value.toFixed(1)
}
