import { formatTableRow } from '../table-row.ts'
import { type Element, textOf, walk } from './html-tree.ts'

type Cell = {
  text: string
  isHeader: boolean
  /** True in the head of the table, on a background of its own, and for text that is all bold. */
  isEmphasized: boolean
}

/** A column that spans more than this is treated as one that spans this, because a page can claim any number. */
const maxSpan = 50
const maxCellCharacters = 300

/**
 * The rows of a data table, one sentence per row with the names of its columns. Null for a table that arranges a page: it has a
 * table or a heading inside, one column, or long cells without a header.
 */
export function readTable(table: Element, isSkipped: (element: Element) => boolean): string[] | null {
  const rows = collectRows(table, isSkipped)
  if (!rows || rows.every((row) => row.length < 2)) return null
  const first = rows[0] ?? []
  const hasHeader = first.length > 1 && first.every(({ isHeader, text }) => isHeader || !text)
  const isLong = rows.flat().some(({ text }) => text.length > maxCellCharacters)
  if (!hasHeader && isLong && !rows.some((row) => row.some(({ isHeader }) => isHeader))) return null
  if (hasHeader) return formatRows(first, rows.slice(1))
  // Without marked headers, two columns are pairs of a name and a value, and a wider table starts with its column names.
  const isPairs = rows.every((row) => row.length <= 2) && !hasEmphasizedHeader(rows)
  return isPairs ? rows.map(formatPair).filter(Boolean) : formatRows(first, rows.slice(1))
}

/** The names of two columns stand out together. In pairs, at most the names of the rows do. */
function hasEmphasizedHeader([first = [], ...rows]: Cell[][]): boolean {
  return (
    rows.length > 0 &&
    first.length > 1 &&
    first.every(({ isEmphasized, text }) => isEmphasized || !text) &&
    rows.every((row) => row.some(({ isEmphasized }) => !isEmphasized))
  )
}

function formatRows(header: Cell[], rows: Cell[][]): string[] {
  const names = header.map(({ text }) => text)
  if (rows.length === 0) return [[...new Set(names)].filter(Boolean).join(', ')]
  return rows
    .map((row) =>
      formatTableRow(
        names,
        row.map(({ text }) => text),
      ),
    )
    .filter(Boolean)
}

function formatPair(row: Cell[]): string {
  const [name, value] = row.map(({ text }) => text)
  return value && name ? `${name.replace(/:$/, '')}: ${value}` : name || value || ''
}

function collectRows(table: Element, isSkipped: (element: Element) => boolean): Cell[][] | null {
  const rows: Cell[][] = []
  /** Cells that span rows, by column. */
  const spanning = new Map<number, { cell: Cell; rows: number }>()
  let isLayout = false
  walk(table, {
    enter: (element) => {
      if (isLayout || isSkipped(element)) return false
      const { name } = element
      if (name === 'table' || /^h[1-6]$/.test(name)) isLayout = true
      if (name === 'caption') return false
      if (name === 'tr') {
        const row: Cell[] = []
        takeSpanning(row, spanning)
        rows.push(row)
      }
      if (name !== 'td' && name !== 'th') return undefined
      if (containsBlockOf(element, /^(?:table|h[1-6])$/)) isLayout = true
      const row = rows.at(-1)
      if (row && !isLayout) addCell(row, element, spanning, isSkipped)
      return false
    },
  })
  return isLayout ? null : rows.filter((row) => row.some(({ text }) => text))
}

function addCell(
  row: Cell[],
  element: Element,
  spanning: Map<number, { cell: Cell; rows: number }>,
  isSkipped: (element: Element) => boolean,
): void {
  const text = textOf(element, isSkipped)
  const isAllBold = text !== '' && textOf(element, (child) => isSkipped(child) || isBold(child)) === ''
  const cell = { text, isHeader: element.name === 'th', isEmphasized: isAllBold || looksLikeHead(element) }
  const columns = span(element.attribs.colspan)
  const rowCount = span(element.attribs.rowspan)
  for (let count = 0; count < columns; count++) {
    if (rowCount > 1) spanning.set(row.length, { cell, rows: rowCount - 1 })
    row.push(cell)
  }
  takeSpanning(row, spanning)
}

function looksLikeHead(cell: Element): boolean {
  const row = cell.parent
  if (row?.type !== 'tag') return false
  const isInHead = row.parent?.type === 'tag' && row.parent.name === 'thead'
  return (
    isInHead || [cell, row].some(({ attribs }) => isHeadName(attribs.class ?? '') || hasBackground(attribs))
  )
}

function isHeadName(name: string): boolean {
  return /(?:^|[\s_-])(?:t?head|header|heading)(?:$|[\s_-])/i.test(name)
}

function hasBackground({ bgcolor, style }: Element['attribs']): boolean {
  return bgcolor !== undefined || /(?:^|;)\s*background(?:-color)?\s*:/i.test(style ?? '')
}

function isBold({ name, attribs }: Element): boolean {
  return name === 'b' || name === 'strong' || /font-weight:\s*(?:bold|[6-9]00)/i.test(attribs.style ?? '')
}

/** Repeats the cells of rows above that also stand in the next columns of this row. */
function takeSpanning(row: Cell[], spanning: Map<number, { cell: Cell; rows: number }>): void {
  for (let above = spanning.get(row.length); above; above = spanning.get(row.length)) {
    if (above.rows <= 1) spanning.delete(row.length)
    else above.rows--
    row.push(above.cell)
  }
}

function span(value: string | undefined): number {
  const count = Number.parseInt(value ?? '1', 10)
  return Number.isNaN(count) ? 1 : Math.min(Math.max(count, 1), maxSpan)
}

function containsBlockOf(root: Element, name: RegExp): boolean {
  let isFound = false
  walk(root, {
    enter: (element) => {
      isFound ||= name.test(element.name)
      return isFound ? false : undefined
    },
  })
  return isFound
}
