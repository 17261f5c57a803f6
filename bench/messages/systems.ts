import { freePort } from '../../server/test/ports.ts'
import { type Kind, type Own, ownDatabase } from '../kit/database.ts'
import { ready, startNode, stop } from '../kit/processes.ts'
import { type Company, call, openCompany, productEnv, productFile } from '../kit/product.ts'
import type { Endpoint, Observer, Watched } from './load.ts'

/** How many take part, alike in every system. */
export type Crowd = { tenants: number; senders: number; observersPerTenant: number }

export type Running = {
  senders: Endpoint[]
  observers: Observer[]
  watched: Watched
  settle(): Promise<void>
  stop(): Promise<void>
}

const bareSystems = {
  'bare Socket.IO': 'bench/bare/socket-io.ts',
  'bare naive': 'bench/bare/naive.ts',
  'bare group commit': 'bench/bare/group-commit.ts',
} as const
export type SystemName = 'product' | keyof typeof bareSystems

export async function startSystem(name: SystemName, kind: Kind, crowd: Crowd): Promise<Running> {
  const database = await ownDatabase(kind)
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const child = startNode(name === 'product' ? productFile() : bareSystems[name], {
    ...(name === 'product' ? productEnv : { TENANTS: String(crowd.tenants), SENDERS: String(crowd.senders) }),
    ...database.env,
    PORT: String(port),
  })
  try {
    await ready(child, url)
    const ends = name === 'product' ? await productEnds(url, crowd) : bareEnds(url, crowd)
    return {
      ...ends,
      watched: { server: child.pid as number, database: name === 'bare Socket.IO' ? null : database.local },
      settle: () => database.settle(),
      stop: () => end(child, database),
    }
  } catch (error) {
    await end(child, database)
    throw error
  }
}

async function end(child: Parameters<typeof stop>[0], database: Own): Promise<void> {
  await stop(child)
  await database.remove()
}

function bareEnds(url: string, { tenants, senders, observersPerTenant }: Crowd) {
  return {
    senders: range(senders).map((index) => ({ url, auth: { index, tenant: index % tenants } })),
    observers: range(tenants * observersPerTenant).map((index) => ({
      url,
      auth: { tenant: index % tenants },
      tenant: `${index % tenants}`,
    })),
  }
}

/** Companies with a published project each; visitors who were given their tokens as any website's visitors are. */
async function productEnds(url: string, { tenants, senders, observersPerTenant }: Crowd) {
  const companies: Company[] = []
  for (const index of range(tenants)) companies.push(await openCompany(url, index))
  const visitors: Endpoint[] = []
  for (let begun = 0; begun < senders; begun += 20) {
    visitors.push(
      ...(await Promise.all(
        range(Math.min(20, senders - begun)).map(async (offset) => {
          const { publicKey } = companies[(begun + offset) % tenants] as (typeof companies)[number]
          const { visitorToken } = await call(url, 'POST', `/api/public/${publicKey}/visitors`, {})
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

function range(length: number): number[] {
  return Array.from({ length }, (_, index) => index)
}
