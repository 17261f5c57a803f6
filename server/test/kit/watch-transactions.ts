import { AsyncLocalStorage } from 'node:async_hooks'
import { subscribe } from 'node:diagnostics_channel'
import type { App } from '../../src/app.ts'
import type { Db } from '../../src/kit/db/db.ts'

/** Services that may use the network, and events that must not be published before the commit. */
const slowServices = [
  'jobs',
  'limits',
  'mail',
  'modelFetch',
  'models',
  'presence',
  'publicWeb',
  'realtime',
  'storage',
] as const

const transactions = new AsyncLocalStorage<{ isOpen: boolean }>()
const violations: string[] = []

for (const channel of ['net.client.socket', 'http.client.request.start', 'undici:request:create'])
  subscribe(channel, () => reportInTransaction(channel))

/**
 * Records each use of the network, and each second transaction, inside a database transaction of this server. A transaction holds
 * a connection and its locks, so whatever is slow inside it makes other requests wait.
 */
export function watchTransactions(app: App): void {
  const { company, snapshot, lookup } = app.db
  const watched =
    (run: Db['company']): Db['company'] =>
    (companyId, work) => {
      reportInTransaction('another transaction')
      return run(companyId, (sql) => track(() => work(sql)))
    }
  Object.assign(app.db, {
    company: watched(company),
    snapshot: watched(snapshot),
    lookup: ((work) => {
      reportInTransaction('another transaction')
      return lookup((sql) => track(() => work(sql)))
    }) satisfies Db['lookup'],
  })
  for (const name of slowServices) watchService(name, app[name])
}

/** The uses of the network in transactions since the last call. */
export function takeViolations(): string[] {
  return violations.splice(0)
}

async function track<T>(work: () => Promise<T>): Promise<T> {
  const transaction = { isOpen: true }
  try {
    return await transactions.run(transaction, work)
  } finally {
    transaction.isOpen = false
  }
}

function watchService(name: string, service: object): void {
  for (const [method, run] of Object.entries(service)) {
    if (typeof run !== 'function') continue
    const watched = (...values: unknown[]) => {
      reportInTransaction(`${name}.${method}`)
      return run.apply(service, values)
    }
    Object.assign(service, { [method]: watched })
  }
}

function reportInTransaction(what: string): void {
  if (!transactions.getStore()?.isOpen) return
  const frames = (new Error().stack ?? '').split('\n').filter((line) => line.includes('server/src'))
  violations.push([`${what} in a transaction`, ...frames].join('\n'))
}
