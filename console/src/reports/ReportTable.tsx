import clsx from 'clsx'
import type { ReactNode } from 'react'
import { Link } from 'react-router'

export type ReportColumn<Row> = {
  label: string
  /** Continues the label. */
  note?: string
  read: (row: Row) => ReactNode
  /** The conversations behind the number. */
  to?: (row: Row) => string | null
}

type Props<Row> = {
  label: string
  /** The heading of the first column. */
  rowLabel: string
  rows: readonly Row[]
  readName: (row: Row) => ReactNode
  columns: readonly ReportColumn<Row>[]
}

/** A link in a table, where an underline below every number would be too much. */
export const tableLink = 'font-strong text-accent-text hover:underline'

/** One row for each person or source. On phones a row is a list of its values. */
export function ReportTable<Row extends { id: string }>({
  label,
  rowLabel,
  rows,
  readName,
  columns,
}: Props<Row>) {
  return (
    <div className="overflow-x-auto rounded-card border bg-surface">
      <table aria-label={label} className="w-full text-body max-md:block">
        <thead className="border-b text-muted max-md:sr-only">
          <tr>
            <th scope="col" className="px-4 py-2.5 text-start align-top font-strong">
              {rowLabel}
            </th>
            {columns.map(({ label: name, note }) => (
              <th key={name} scope="col" className="px-4 py-2.5 text-end align-top font-strong">
                {name}
                {note && <span className="block text-caption font-normal">{note}</span>}
              </th>
            ))}
          </tr>
        </thead>
        <tbody className="divide-y divide-line max-md:block">
          {rows.map((row) => (
            <tr key={row.id} className="max-md:block max-md:px-4 max-md:py-3">
              <th scope="row" className="text-start font-normal wrap-anywhere max-md:block md:px-4 md:py-2.5">
                {readName(row)}
              </th>
              {columns.map((column) => (
                <td
                  key={column.label}
                  className="text-end tabular-nums max-md:flex max-md:items-baseline max-md:justify-between max-md:gap-3 max-md:py-0.5 md:px-4 md:py-2.5"
                >
                  <span aria-hidden className="text-muted md:hidden">
                    {column.label} {column.note}
                  </span>
                  <Value row={row} column={column} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

function Value<Row>({ row, column }: { row: Row; column: ReportColumn<Row> }) {
  const to = column.to?.(row)
  const value = column.read(row)
  if (!to) return <span>{value}</span>
  return (
    <Link to={to} className={clsx(tableLink, 'touch:inline-flex touch:min-h-11 touch:items-center')}>
      {value}
    </Link>
  )
}
