import { readdirSync } from 'node:fs'
import path from 'node:path'
import type { RateLimit } from '@aichat/contracts/kit/rate-limit'
import type { CommandTable } from '@aichat/contracts/kit/realtime'
import type { Route, RouteTable } from '@aichat/contracts/kit/route'

const folder = path.resolve(import.meta.dirname, '../../../contracts/src')

/** Every route of every contract, by table and name, so that new routes are tested too. */
export async function listRoutes(): Promise<[string, Route][]> {
  const tables = await exportsEndingWith<RouteTable>('Routes')
  return tables.flatMap(([table, routes]) =>
    Object.entries(routes).map(([name, route]): [string, Route] => [`${table}.${name}`, route]),
  )
}

export async function listCommands(): Promise<[string, CommandTable][]> {
  return exportsEndingWith<CommandTable>('Commands')
}

export async function listRateLimits(): Promise<RateLimit[]> {
  const tables = await exportsEndingWith<Record<string, RateLimit>>('RateLimits')
  return tables.flatMap(([, limits]) => Object.values(limits))
}

async function exportsEndingWith<T>(ending: string): Promise<[string, T][]> {
  const found: [string, T][] = []
  for (const file of readdirSync(folder, { recursive: true, encoding: 'utf8' }).toSorted()) {
    if (!file.endsWith('.ts') || file.includes('.test.') || file.includes('.samples.')) continue
    const module = (await import(path.join(folder, file))) as Record<string, T>
    for (const [name, value] of Object.entries(module)) if (name.endsWith(ending)) found.push([name, value])
  }
  return found
}
