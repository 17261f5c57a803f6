import { startVisit } from '../../server/src/ops/seed/api-client.ts'
import { findFreePort } from '../../server/test/kit/ports.ts'
import { type BenchDatabase, createBenchDatabase, type DatabaseKind } from '../kit/database.ts'
import { range } from '../kit/in-batches.ts'
import { startNode, stopProcess, waitUntilReady } from '../kit/processes.ts'
import { type Company, createCompany, productEntryPoint, productEnv } from '../kit/product.ts'
import type { Endpoint, MeasuredProcesses, Observer } from './load.ts'

/** Number of clients, the same for every system. */
export type Population = { tenants: number; senders: number; observersPerTenant: number }

export type RunningSystem = {
  senders: Endpoint[]
  observers: Observer[]
  watched: MeasuredProcesses
  updateStatistics(): Promise<void>
  stop(): Promise<void>
}

const bareSystems = {
  'bare Socket.IO': 'bench/bare/socket-io.ts',
  'bare naive': 'bench/bare/naive.ts',
  'bare group commit': 'bench/bare/group-commit.ts',
} as const
export type SystemName = 'product' | keyof typeof bareSystems

export async function startSystem(
  name: SystemName,
  kind: DatabaseKind,
  crowd: Population,
): Promise<RunningSystem> {
  const database = await createBenchDatabase(kind)
  const port = await findFreePort()
  const url = `http://127.0.0.1:${port}`
  const child = startNode(name === 'product' ? productEntryPoint() : bareSystems[name], {
    ...(name === 'product' ? productEnv : { TENANTS: String(crowd.tenants), SENDERS: String(crowd.senders) }),
    ...database.env,
    PORT: String(port),
  })
  try {
    await waitUntilReady(child, url)
    const ends = name === 'product' ? await productEndpoints(url, crowd) : bareEndpoints(url, crowd)
    return {
      ...ends,
      watched: {
        server: child.pid as number,
        database: name === 'bare Socket.IO' ? null : database.localName,
      },
      updateStatistics: () => database.updateStatistics(),
      stop: () => stopSystem(child, database),
    }
  } catch (error) {
    await stopSystem(child, database)
    throw error
  }
}

async function stopSystem(child: Parameters<typeof stopProcess>[0], database: BenchDatabase): Promise<void> {
  await stopProcess(child)
  await database.remove()
}

function bareEndpoints(url: string, { tenants, senders, observersPerTenant }: Population) {
  return {
    senders: range(senders).map((index) => ({ url, auth: { index, tenant: index % tenants } })),
    observers: range(tenants * observersPerTenant).map((index) => ({
      url,
      auth: { tenant: index % tenants },
      tenant: `${index % tenants}`,
    })),
  }
}

/** Companies with a published project, and visitors with tokens from the public API. */
async function productEndpoints(url: string, { tenants, senders, observersPerTenant }: Population) {
  const companies: Company[] = []
  for (const index of range(tenants)) companies.push(await createCompany(url, index))
  const visitors: Endpoint[] = []
  for (let start = 0; start < senders; start += 20) {
    visitors.push(
      ...(await Promise.all(
        range(Math.min(20, senders - start)).map(async (offset) => {
          const { publicKey } = companies[(start + offset) % tenants] as (typeof companies)[number]
          const { visitorToken } = await startVisit(url, publicKey)
          return { url: `${url}/visitor`, auth: { visitorToken } }
        }),
      )),
    )
  }
  const observers = range(tenants * observersPerTenant).map((index) => ({
    url: `${url}/`,
    auth: { token: companies[index % tenants]?.accessToken },
    tenant: `${index % tenants}`,
  }))
  return { senders: visitors, observers }
}
