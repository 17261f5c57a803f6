import { checkZip } from './check-zip.ts'
import { createOutline, type StructuredText } from './outline.ts'
import { checkColumns } from './read-csv.ts'
import { addTableRows } from './table-sections.ts'
import { checkTextLength } from './text-limit.ts'
import { UnreadableContentError } from './unreadable-content-error.ts'

const unreadable = 'The file could not be read as an Excel workbook.'
/** The names that spreadsheet programs give to new sheets say nothing about their content. */
const defaultSheetName = /^(?:sheet|tabelle|table|feuille?|hoja|foglio|blad|planilha|arkusz)\s?\d*$/i

/** Reads the values of all sheets; those of formulas as they were last calculated. @throws UnreadableContentError */
export async function readXlsx(buffer: Buffer, title: string): Promise<StructuredText> {
  await checkZip(buffer, unreadable)
  const { default: readWorkbook } = await import('read-excel-file/universal')
  const sheets = await readWorkbook(new Uint8Array(buffer).buffer).catch(() => {
    throw new UnreadableContentError(unreadable)
  })
  const outline = createOutline()
  let characters = 0
  for (const { sheet, data } of sheets) {
    const rows = data.map((row) => row.map(formatCell))
    for (const row of rows) {
      checkColumns(countColumns(row))
      characters += row.reduce((sum, cell) => sum + cell.length, 0)
      checkTextLength(characters)
    }
    if (!defaultSheetName.test(sheet.trim())) outline.addHeading(1, sheet.trim())
    addTableRows(outline, rows, 2)
    outline.endHeading(1)
  }
  return { title, sections: outline.sections() }
}

function countColumns(row: string[]): number {
  return row.findLastIndex((cell) => cell !== '') + 1
}

function formatCell(value: unknown): string {
  if (value instanceof Date)
    return value
      .toISOString()
      .replace(/T00:00:00\.000Z$/, '')
      .replace('T', ' ')
      .slice(0, 16)
  // Spreadsheets show at most 15 digits.
  if (typeof value === 'number') return String(Number(value.toPrecision(15)))
  if (typeof value === 'boolean') return String(value).toUpperCase()
  return value === null || value === undefined ? '' : String(value)
}
