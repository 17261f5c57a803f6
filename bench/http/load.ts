import autocannon from 'autocannon'
import { cpuMicroseconds, postgresProcesses } from '../kit/cpu.ts'

type MeasureOptions = {
  url: string
  path: string
  headers?: Record<string, string>
  /** Process ID of the server. */
  server: number
  /** Local database whose processor time is measured too. */
  database: string | null
  seconds: number
}

/** Latencies in milliseconds; processor time in microseconds per request. */
export type Measured = {
  perSecond: number
  p50: number
  p99: number
  serverMicroseconds: number
  databaseMicroseconds: number
  bytes: number
}

const connections = 50

/** 50 connections with one request in flight each. @throws when a response is not 200 */
export async function measure({
  url,
  path,
  headers,
  server,
  database,
  seconds,
}: MeasureOptions): Promise<Measured> {
  const first = await fetch(`${url}${path}`, { headers })
  const bytes = (await first.arrayBuffer()).byteLength
  await autocannon({ url: `${url}${path}`, headers, connections, duration: 1 })
  // The same processes before and after: a database connection that opens or closes meanwhile is not counted.
  const databaseProcesses = database ? postgresProcesses(database) : []
  const cpu = () => ({
    server: cpuMicroseconds([server]),
    database: cpuMicroseconds(databaseProcesses),
  })
  const before = cpu()
  const result = await autocannon({ url: `${url}${path}`, headers, connections, duration: seconds })
  const after = cpu()
  const answered = result['2xx']
  if (!first.ok || answered === 0 || result.non2xx > 0 || result.errors > 0) {
    throw new Error(`${path}: ${result.non2xx} refused, ${result.errors} failed`)
  }
  return {
    perSecond: answered / result.duration,
    p50: result.latency.p50,
    p99: result.latency.p99,
    serverMicroseconds: (after.server - before.server) / answered,
    databaseMicroseconds: Math.max(0, after.database - before.database) / answered,
    bytes,
  }
}
