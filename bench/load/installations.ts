import type { ChildProcess } from 'node:child_process'
import { openProxy, openRedis } from '../../e2e/faults/open-engines.ts'
import { startVisit } from '../../server/src/ops/seed/api-client.ts'
import { findFreePort } from '../../server/test/kit/ports.ts'
import { createBenchDatabase } from '../kit/database.ts'
import { inBatches, range } from '../kit/in-batches.ts'
import { startNode, stopProcess, waitUntilReady } from '../kit/processes.ts'
import { type Company, createCompany, joinCompany, productEntryPoint, productEnv } from '../kit/product.ts'
import type { ClientEndpoint } from './clients.ts'

export type Population = { companies: number; visitors: number; agents: number }
export type Installation = {
  visitors: ClientEndpoint[]
  agents: ClientEndpoint[]
  servers: ChildProcess[]
  /** Name of its database if PostgreSQL runs on this machine. */
  database: string | null
  updateStatistics(): Promise<void>
  close(): Promise<void>
}

const flags = ['--import', './bench/load/report-busy.mjs']

/** Starts the product in one process, or in two behind the shipped proxy configuration, with a separate database and Redis. */
export async function openProduct(processes: 1 | 2, population: Population): Promise<Installation> {
  const database = await createBenchDatabase('PostgreSQL')
  const redis = await openRedis()
  const ports = await Promise.all(range(processes).map(findFreePort))
  const servers = ports.map((port) =>
    startNode(
      productEntryPoint(),
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
    for (const server of servers) await stopProcess(server)
    await proxy?.close()
    redis.close()
    await database.remove()
  }
  try {
    await Promise.all(
      servers.map((server, index) => waitUntilReady(server, `http://127.0.0.1:${ports[index]}`)),
    )
    const url = proxy?.url ?? `http://127.0.0.1:${ports[0]}`
    return {
      ...(await connectPeople(url, population)),
      servers,
      database: database.localName,
      updateStatistics: () => database.updateStatistics(),
      close,
    }
  } catch (error) {
    await close()
    throw error
  }
}

/** The bare limit for the same number of clients and messages: one process without authentication. */
export async function openBare(
  name: 'socket-io' | 'group-commit',
  { companies, visitors, agents }: Population,
): Promise<Installation> {
  const database = await createBenchDatabase('PostgreSQL')
  const port = await findFreePort()
  const url = `http://127.0.0.1:${port}`
  const env = { ...database.env, PORT: String(port), TENANTS: String(companies), SENDERS: String(visitors) }
  const server = startNode(`bench/bare/${name}.ts`, env, flags)
  await waitUntilReady(server, url)
  const end = (index: number, auth: object): ClientEndpoint => {
    const company = index % companies
    return { url, company, from: clientAddress(index), auth: { tenant: company, ...auth } }
  }
  return {
    visitors: range(visitors).map((index) => end(index, { index })),
    agents: range(agents).map((index) => end(index, {})),
    servers: [server],
    database: database.localName,
    updateStatistics: () => database.updateStatistics(),
    async close() {
      await stopProcess(server)
      await database.remove()
    },
  }
}

/** Creates an account for each agent and a token for each visitor. */
async function connectPeople(
  url: string,
  population: Population,
): Promise<{ visitors: ClientEndpoint[]; agents: ClientEndpoint[] }> {
  const companies: Company[] = []
  for (const index of range(population.companies)) companies.push(await createCompany(url, index))
  const companyOf = (index: number) => companies[index % population.companies] as Company
  const agents = await inBatches(range(population.agents), 2, async (index) => ({
    url: `${url}/`,
    auth: { token: await joinCompany(url, companyOf(index), `agent-${index}@example.com`) },
    from: clientAddress(index),
    company: index % population.companies,
  }))
  const visitors = await inBatches(range(population.visitors), 20, async (index) => {
    const { visitorToken } = await startVisit(url, companyOf(index).publicKey)
    return {
      url: `${url}/visitor`,
      auth: { visitorToken },
      from: clientAddress(index),
      company: index % population.companies,
    }
  })
  return { visitors, agents }
}

/** The proxy distributes clients by address. */
function clientAddress(index: number): string {
  return `127.0.1.${1 + (index % 250)}`
}
