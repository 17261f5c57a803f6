import { raw, Sql as Statement } from 'sql-template-tag'

type SqlType = 'uuid' | 'text' | 'int' | 'boolean' | 'timestamptz' | 'jsonb'

/**
 * One field of a row: the expression that is selected, and how it is written, which is null for a field that is only read. The
 * property of the value's type exists at compile time only.
 */
export type Field<Value> = {
  expression: string
  written: { column: string; type: SqlType } | null
  /** A field that consists of others, which are selected one by one. */
  composed?: { parts: FieldTable; compose(parts: never): Value }
  value?: Value
}
export type FieldTable = Record<string, Field<unknown>>

/** The row that a table of fields describes. */
export type RowOf<Table extends FieldTable> = {
  [Name in keyof Table]: Table[Name] extends Field<infer Value> ? Value : never
}

/** Functions that declare the fields of a table, which queries call `alias`. */
export function createFields(alias: string) {
  return {
    /** A column that is read, and written with a value of this type. */
    column: <Value>(column: string, type: SqlType): Field<Value> => ({
      expression: `${alias}.${column}`,
      written: { column, type },
    }),
    /** A column, or another expression, that is only read. */
    readOnly: <Value>(expression: string): Field<Value> => ({
      expression: /^\w+$/.test(expression) ? `${alias}.${expression}` : expression,
      written: null,
    }),
    /** A value that `compose` creates from several fields. */
    composed: <Parts extends FieldTable, Value>(
      parts: Parts,
      compose: (parts: RowOf<Parts>) => Value,
    ): Field<Value> => ({ expression: '', written: null, composed: { parts, compose } }),
  }
}

/** The select list of a query. Constant, so create it once. */
export function createSelectList(fields: FieldTable): Statement {
  return raw(listSelected(fields, '').join(', '))
}

/** Parts of a composed field are selected as "field.part". */
function listSelected(fields: FieldTable, prefix: string): string[] {
  return Object.entries(fields).flatMap(([name, { expression, composed }]) =>
    composed ? listSelected(composed.parts, `${prefix}${name}.`) : [`${expression} as "${prefix}${name}"`],
  )
}

/** Maps a row of `createSelectList` to its fields. Needed only for a table with composed fields. */
export function createRowMapper<Table extends FieldTable>(
  fields: Table,
): (row: Record<string, unknown>) => RowOf<Table> {
  return createMapper(listReaders(fields, '')) as (row: Record<string, unknown>) => RowOf<Table>
}

function createMapper(readers: Reader[]) {
  return (row: Record<string, unknown>) => {
    const mapped: Record<string, unknown> = {}
    for (const { name, read } of readers) mapped[name] = read(row)
    return mapped
  }
}

type Reader = { name: string; read(row: Record<string, unknown>): unknown }

function listReaders(fields: FieldTable, prefix: string): Reader[] {
  return Object.entries(fields).map(([name, { composed }]) => {
    const key = `${prefix}${name}`
    if (!composed) return { name, read: (row) => row[key] }
    const mapParts = createMapper(listReaders(composed.parts, `${key}.`))
    return { name, read: (row) => composed.compose(mapParts(row) as never) }
  })
}

/** The columns that an insert names. */
export function createColumnList(fields: FieldTable): Statement {
  return raw(
    listWritten(fields)
      .map(({ column }) => column)
      .join(', '),
  )
}

/**
 * `unnest(…) as alias (…)` for rows that are inserted or updated with one statement. The first column is in a subquery, so that
 * the planner does not derive the plan from the number of rows.
 */
export function createUnnest<Table extends FieldTable>(fields: Table, alias: string) {
  const columns = listWritten(fields)
  const strings = columns.map((_, index) => {
    const previous = columns[index - 1]
    if (!previous) return 'unnest((select '
    return `::${previous.type}[]${index === 1 ? ')' : ''}, `
  })
  const last = `::${columns.at(-1)?.type}[]) as ${alias} (${columns.map(({ column }) => column).join(', ')})`
  return (rows: readonly { [Name in keyof Table]?: unknown }[]): Statement =>
    new Statement(
      [...strings, last],
      columns.map(({ name, type }) => rows.map((row) => toParameter(row[name], type))),
    )
}

/** `status = n.status, …` for the written fields, without those that find the row. */
export function createAssignments<Table extends FieldTable>(
  fields: Table,
  alias: string,
  keys: (keyof Table)[],
): Statement {
  const columns = listWritten(fields).filter(({ name }) => !keys.includes(name))
  return raw(columns.map(({ column }) => `${column} = ${alias}.${column}`).join(', '))
}

function listWritten<Table extends FieldTable>(fields: Table) {
  return Object.entries(fields).flatMap(([name, { written }]) =>
    written ? [{ name: name as keyof Table & string, ...written }] : [],
  )
}

function toParameter(value: unknown, type: SqlType): unknown {
  return type === 'jsonb' && value !== null && value !== undefined ? JSON.stringify(value) : (value ?? null)
}
