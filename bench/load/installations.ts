import type { ChildProcess } from 'node:child_process'
import { openProxy, openRedis } from '../../e2e/faults/open-engines.ts'
import { freePort } from '../../server/test/ports.ts'
import { ownDatabase } from '../kit/database.ts'
import { ready, startNode, stop } from '../kit/processes.ts'
import { type Company, call, joinCompany, openCompany, productEnv, productFile } from '../kit/product.ts'
import type { End } from './crowd.ts'

export type Crowd = { companies: number; visitors: number; agents: number }
export type Installation = {
  visitors: End[]
  agents: End[]
  servers: ChildProcess[]
  /** The name of its database on a PostgreSQL of this machine. */
  database: string | null
  settle(): Promise<void>
  close(): Promise<void>
}

const flags = ['--import', './bench/load/tell-busy.mjs']

/** The product in one process, or in two behind the proxy as it is shipped; with PostgreSQL and a Redis of its own. */
export async function openProduct(processes: 1 | 2, crowd: Crowd): Promise<Installation> {
  const database = await ownDatabase('PostgreSQL')
  const redis = await openRedis()
  const ports = await Promise.all(range(processes).map(freePort))
  const servers = ports.map((port) =>
    startNode(
      productFile(),
      {
        ...productEnv,
        ...database.env,
        REDIS_URL: redis.url,
        TRUST_PROXY: '127.0.0.1',
        DATABASE_POOL: '20',
        PORT: String(port),
      },
      flags,
    ),
  )
  const proxy = processes === 2 ? await openProxy('nginx', ports as [number, number]) : null
  async function close(): Promise<void> {
    for (const server of servers) await stop(server)
    await proxy?.close()
    redis.close()
    await database.remove()
  }
  try {
    await Promise.all(servers.map((server, index) => ready(server, `http://127.0.0.1:${ports[index]}`)))
    const url = proxy?.url ?? `http://127.0.0.1:${ports[0]}`
    return {
      ...(await people(url, crowd)),
      servers,
      database: database.local,
      settle: () => database.settle(),
      close,
    }
  } catch (error) {
    await close()
    throw error
  }
}

/** The least that can carry as many messages between as many: one process, which knows nobody. */
export async function openBare(
  name: 'socket-io' | 'group-commit',
  { companies, visitors, agents }: Crowd,
): Promise<Installation> {
  const database = await ownDatabase('PostgreSQL')
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const env = { ...database.env, PORT: String(port), TENANTS: String(companies), SENDERS: String(visitors) }
  const server = startNode(`bench/bare/${name}.ts`, env, flags)
  await ready(server, url)
  const end = (index: number, auth: object): End => {
    const company = index % companies
    return { url, company, from: addressOf(index), auth: { tenant: company, ...auth } }
  }
  return {
    visitors: range(visitors).map((index) => end(index, { index })),
    agents: range(agents).map((index) => end(index, {})),
    servers: [server],
    database: database.local,
    settle: () => database.settle(),
    async close() {
      await stop(server)
      await database.remove()
    },
  }
}

/** Each agent with an account of their own, each visitor with a token of theirs. */
async function people(url: string, crowd: Crowd): Promise<{ visitors: End[]; agents: End[] }> {
  const companies: Company[] = []
  for (const index of range(crowd.companies)) companies.push(await openCompany(url, index))
  const companyOf = (index: number) => companies[index % crowd.companies] as Company
  const agents = await inTurns(crowd.agents, 2, async (index) => ({
    url: `${url}/`,
    auth: { token: await joinCompany(url, companyOf(index), `agent-${index}@example.com`) },
    from: addressOf(index),
    company: index % crowd.companies,
  }))
  const visitors = await inTurns(crowd.visitors, 20, async (index) => {
    const { visitorToken } = await call(url, 'POST', `/api/public/${companyOf(index).publicKey}/visitors`, {})
    return {
      url: `${url}/visitor`,
      auth: { visitorToken },
      from: addressOf(index),
      company: index % crowd.companies,
    }
  })
  return { visitors, agents }
}

/** The proxy spreads people by their addresses. */
function addressOf(index: number): string {
  return `127.0.1.${1 + (index % 250)}`
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

function range(length: number): number[] {
  return Array.from({ length }, (_, index) => index)
}
