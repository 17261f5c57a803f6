import clsx from 'clsx'
import { type ReactNode, useId } from 'react'
import { Link } from 'react-router'

export type DataColumn<Row> = {
  id: string
  label: string
  /** Continues the label. */
  note?: string
  read: (row: Row) => ReactNode
  /** Where the value leads. */
  to?: (row: Row) => string | null
}

type Props<Row> = {
  label: string
  /** The heading of the first column. */
  rowLabel: string
  rows: readonly Row[]
  /** The heading of a row. */
  readName: (row: Row) => ReactNode
  columns: readonly DataColumn<Row>[]
}

/** A link in a table, where an underline below every number would be too much. */
export const tableLink = 'font-strong text-accent-text hover:underline'

/** A table of numbers. In a narrow space, a row is a list of its values. */
export function DataTable<Row extends { id: string }>({
  label,
  rowLabel,
  rows,
  readName,
  columns,
}: Props<Row>) {
  const tableId = useId()
  return (
    <div className="@container overflow-x-auto rounded-card border bg-surface">
      <table aria-label={label} className="w-full text-body @max-3xl:block">
        <thead className="border-b text-muted @max-3xl:sr-only">
          <tr>
            <th scope="col" className="px-4 py-2.5 text-start align-top font-strong">
              {rowLabel}
            </th>
            {columns.map((column) => (
              <th key={column.id} scope="col" className="px-4 py-2.5 text-end align-top font-strong">
                {column.label}
                {column.note && <span className="block text-caption font-normal">{column.note}</span>}
              </th>
            ))}
          </tr>
        </thead>
        <tbody className="divide-y divide-line @max-3xl:block">
          {rows.map((row) => {
            const nameId = `${tableId}${row.id}`
            return (
              <tr key={row.id} className="@max-3xl:block @max-3xl:px-4 @max-3xl:py-3">
                <th
                  scope="row"
                  id={nameId}
                  className="min-w-32 text-start font-normal wrap-anywhere @max-3xl:block @3xl:px-4 @3xl:py-2.5"
                >
                  {readName(row)}
                </th>
                {columns.map((column) => (
                  <Cell key={column.id} row={row} nameId={nameId} column={column} />
                ))}
              </tr>
            )
          })}
        </tbody>
      </table>
    </div>
  )
}

type CellProps<Row> = { row: Row; nameId: string; column: DataColumn<Row> }

/** A link is called by the row, the column and its value. */
function Cell<Row>({ row, nameId, column: { id, label, note, read, to } }: CellProps<Row>) {
  const path = to?.(row)
  const labelId = `${nameId}${id}`
  const valueId = `${labelId}value`
  return (
    <td className="text-end tabular-nums @max-3xl:flex @max-3xl:items-baseline @max-3xl:justify-between @max-3xl:gap-3 @max-3xl:py-0.5 @3xl:px-4 @3xl:py-2.5">
      <span aria-hidden id={labelId} className="text-muted @3xl:hidden">
        {label} {note}
      </span>
      {path ? (
        <Link
          id={valueId}
          to={path}
          aria-labelledby={`${nameId} ${labelId} ${valueId}`}
          className={clsx(tableLink, 'touch:inline-flex touch:min-h-11 touch:items-center')}
        >
          {read(row)}
        </Link>
      ) : (
        <span>{read(row)}</span>
      )}
    </td>
  )
}
