import type { ChildProcess } from 'node:child_process'
import { parseArgs } from 'node:util'
import { freePort } from '../server/test/ports.ts'
import type { Told } from './connections/crowd.ts'
import { ownDatabase } from './kit/database.ts'
import { median } from './kit/median.ts'
import { asked, ready, startNode, stop } from './kit/processes.ts'
import { type Company, call, openCompany, productEnv, productFile } from './kit/product.ts'
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
/** Each agent's company is one of so many: to be signed up takes long on purpose. */
const companies = 100
const rooms = [100, 1000]
/** Enough that telling is what takes the time: with a handful, a sender waits for the database between two messages. */
const underway = 32
const seconds = 4

type Ends = (url: string, count: number) => Promise<Endpoint[]>
type System = { file: string; env: Record<string, string>; ends: Ends }

const bareEnv = { TENANTS: '1', SENDERS: '1' }
const bareEnds: Ends = async (url, count) => range(count).map(() => ({ url, auth: { tenant: 0 } }))

const found = new Map<string, number[]>()
const keep = (name: string, value: number) => found.set(name, [...(found.get(name) ?? []), value])

// Both sides in turns, so that a noisy minute of the machine is not one side's alone.
for (let repeat = 1; repeat <= repeats; repeat++) {
  if ('memory'.includes(options.only)) {
    await memory('bare', { file: 'bench/bare/socket-io.ts', env: bareEnv, ends: bareEnds })
    await memory('visitors', { file: productFile(), env: productEnv, ends: visitors })
    await memory('agents', { file: productFile(), env: productEnv, ends: agents })
  }
  for (const size of rooms) {
    if (!'rooms'.includes(options.only)) continue
    await fanOut(`bare ${size}`, size, 'bench/bare/rooms.ts')
    await fanOut(`bare, stored ${size}`, size, 'bench/bare/group-commit.ts')
    await fanOut(`product ${size}`, size, productFile())
  }
}
report()
process.exit(0)

/** KiB of the server's memory for each connection that says nothing. */
async function memory(name: string, { file, env, ends }: System): Promise<void> {
  await running(
    file,
    env,
    ['--expose-gc', '--import', './bench/connections/tell-memory.mjs'],
    async (server) => {
      const crowd = startNode('bench/connections/crowd.ts', {})
      try {
        // What is there once for all is there before the first is measured.
        const all = await ends(server.url, connections + 20)
        await asked(crowd, { do: 'connect', ends: all.slice(0, 20) })
        const before = await asked(server.child, 'memory')
        await asked(crowd, { do: 'connect', ends: all.slice(20) })
        const after = await asked(server.child, 'memory')
        for (const part of ['rss', 'heap'] as const) {
          keep(`${name} ${part}`, (after[part] - before[part]) / 1024 / connections)
        }
        console.log(`  ${name}: ${last(`${name} rss`)} KiB of memory, ${last(`${name} heap`)} of heap`)
      } finally {
        await stop(crowd)
      }
    },
  )
}

/** Deliveries a second to a room, of messages that one sender sends. */
async function fanOut(name: string, size: number, file: string): Promise<void> {
  const isBare = name.startsWith('bare')
  await running(file, isBare ? bareEnv : productEnv, [], async ({ url, child }) => {
    const crowd = startNode('bench/connections/crowd.ts', {})
    try {
      const { ends, sender } = isBare
        ? { ends: await bareEnds(url, size), sender: { url, auth: { index: 0, tenant: 0 } } }
        : await productRoom(url, size)
      await asked(crowd, { do: 'connect', ends })
      const server = child.pid as number
      const told: Told = await asked(crowd, { do: 'tell', sender, underway, seconds, server })
      keep(`${name} perSecond`, told.perSecond)
      keep(`${name} µs`, told.microseconds)
      keep(`${name} p50`, told.p50)
      keep(`${name} p99`, told.p99)
      console.log(`  ${name}: ${last(`${name} perSecond`)}/s, ${last(`${name} µs`)} µs each`)
    } finally {
      await stop(crowd)
    }
  })
}

type Server = { url: string; child: ChildProcess }

async function running(
  file: string,
  env: Record<string, string>,
  flags: string[],
  work: (server: Server) => Promise<void>,
): Promise<void> {
  const database = await ownDatabase(process.env.DATABASE_URL ? 'PostgreSQL' : 'PGlite')
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const child = startNode(file, { ...env, ...database.env, PORT: String(port) }, flags)
  try {
    await ready(child, url)
    await work({ url, child })
  } finally {
    await stop(child)
    await database.remove()
  }
}

async function visitors(url: string, count: number): Promise<Endpoint[]> {
  return visitorsOf(url, await openCompany(url, 0), count)
}

async function visitorsOf(url: string, { publicKey }: Company, count: number): Promise<Endpoint[]> {
  return inTurns(count, 20, async () => {
    const { visitorToken } = await call(url, 'POST', `/api/public/${publicKey}/visitors`, {})
    return { url: `${url}/visitor`, auth: { visitorToken } }
  })
}

async function agents(url: string, count: number): Promise<Endpoint[]> {
  const owners = await inTurns(companies, 2, (index) => openCompany(url, index))
  return range(count).map((index) => ({
    url: `${url}/`,
    auth: { token: owners[index % companies]?.accessToken },
  }))
}

async function productRoom(url: string, size: number) {
  const company = await openCompany(url, 0)
  const [sender] = await visitorsOf(url, company, 1)
  const ends = range(size).map(() => ({ url: `${url}/`, auth: { token: company.accessToken } }))
  return { ends, sender: sender as Endpoint }
}

async function inTurns<Got>(
  count: number,
  most: number,
  work: (index: number) => Promise<Got>,
): Promise<Got[]> {
  const got: Got[] = []
  for (let begun = 0; begun < count; begun += most) {
    got.push(
      ...(await Promise.all(range(Math.min(most, count - begun)).map((offset) => work(begun + offset)))),
    )
  }
  return got
}

function report(): void {
  console.log()
  for (const [name, values] of found) console.log(`  ${name.padEnd(22)} ${number(median(values))}`)
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
  const [above, below] = [found.get(one), found.get(other)]
  return above && below ? median(above) / median(below) : null
}

function last(name: string): string {
  return number(found.get(name)?.at(-1) ?? Number.NaN)
}

function number(value: number): string {
  return value >= 1000 ? Math.round(value).toLocaleString('en') : value.toFixed(1)
}

function range(length: number): number[] {
  return Array.from({ length }, (_, index) => index)
}
