import { raw, Sql as Statement } from 'sql-template-tag'

type SqlType = 'uuid' | 'text' | 'int' | 'boolean' | 'timestamptz' | 'jsonb'

/**
 * One field of a row: the expression that is selected, and how it is written, which is null for a field that is only read. The
 * property of the value's type exists at compile time only.
 */
export type Field<Value> = {
  expression: string
  written: { column: string; type: SqlType } | null
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
  }
}

/** The select list of a query. Constant, so create it once. */
export function createSelectList(fields: FieldTable): Statement {
  const list = Object.entries(fields).map(([name, { expression }]) => `${expression} as "${name}"`)
  return raw(list.join(', '))
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
