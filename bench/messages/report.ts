import type { DatabaseKind } from '../kit/database.ts'
import { median } from '../kit/median.ts'
import type { Measured } from './load.ts'
import type { SystemName } from './systems.ts'

export type LoadName = 'closed 100' | 'closed 1000' | 'open 1000/s'

/** Medians of all repeats. Latencies in milliseconds. */
export type Row = {
  database: DatabaseKind | null
  system: SystemName
  load: LoadName
  perSecond: number
  ackP50: number
  ackP99: number
  deliveryP50: number | null
  deliveryP99: number | null
  serverMicroseconds: number
  databaseMicroseconds: number | null
  errors: number
}

export function createRow(about: Pick<Row, 'database' | 'system' | 'load'>, repeats: Measured[]): Row {
  const medianOf = (value: (one: Measured) => number) => median(repeats.map(value))
  const medianOrNull = (value: (one: Measured) => number | null | undefined) => {
    const all = repeats.map(value)
    return all.every((one) => typeof one === 'number') ? median(all) : null
  }
  return {
    ...about,
    perSecond: medianOf((one) => one.perSecond),
    ackP50: medianOf((one) => one.ack.p50),
    ackP99: medianOf((one) => one.ack.p99),
    deliveryP50: medianOrNull((one) => one.delivery?.p50),
    deliveryP99: medianOrNull((one) => one.delivery?.p99),
    serverMicroseconds: medianOf((one) => one.serverMicroseconds),
    databaseMicroseconds: medianOrNull((one) => one.databaseMicroseconds),
    errors: repeats.reduce((sum, one) => sum + one.errors, 0),
  }
}

/** Formats a Markdown table. */
export function formatTable(rows: Row[]): string {
  const head = [
    'database',
    'system',
    'load',
    'msgs/s',
    'ack p50',
    'p99',
    'delivery p50',
    'p99',
    'server µs',
    'PG µs',
  ]
  const body = rows.map((row) => [
    row.database ?? '–',
    row.system,
    row.load,
    Math.round(row.perSecond).toLocaleString('en'),
    ...[row.ackP50, row.ackP99, row.deliveryP50, row.deliveryP99].map(milliseconds),
    Math.round(row.serverMicroseconds).toString(),
    row.databaseMicroseconds === null ? '–' : Math.round(row.databaseMicroseconds).toString(),
  ])
  const widths = head.map((title, column) =>
    Math.max(...[head, ...body].map((line) => line[column]?.length ?? 0), title.length),
  )
  const line = (cells: string[]) =>
    `| ${cells.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(' | ')} |`
  return [line(head), line(widths.map((width) => '-'.repeat(width))), ...body.map(line)].join('\n')
}

function milliseconds(value: number | null): string {
  return value === null ? '–' : value < 10 ? value.toFixed(2) : value.toFixed(0)
}
