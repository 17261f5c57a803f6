/** The byte order mark makes spreadsheets read the file as UTF-8. */
export const csvByteOrderMark = '\ufeff'

/** What a spreadsheet takes for the beginning of a formula, in the forms that it also reads: fullwidth, small and minus sign. */
const formulaStarts = new Set('=+-@|%＝＋－＠｜％﹦﹢﹣﹫﹪−')
/** Spreadsheets skip white space and invisible characters before a formula, and quotation marks when they split a cell. */
const skipped = '[\\s\\p{Cc}\\p{Cf}"]*'
const cellStart = new RegExp(`^${skipped}`, 'u')
/** In many countries a spreadsheet splits at semicolons, and a quoted cell of ours at each of these. */
const innerStart = new RegExp(`[;；,\\t\\r\\n]${skipped}`, 'gu')

export function formatCsvRow(cells: readonly string[]): string {
  return `${cells.map(formatCsvCell).join(',')}\r\n`
}

/** Marks text as text with an apostrophe wherever a spreadsheet would run it as a formula (CSV injection), and quotes it. */
function formatCsvCell(text: string): string {
  const escaped =
    (isFormula(text, cellStart.exec(text)?.[0].length ?? 0) || /^[\t\r]/.test(text) ? "'" : '') +
    text.replace(innerStart, (found, offset: number) =>
      isFormula(text, offset + found.length) ? `${found}'` : found,
    )
  return /[",\r\n]/.test(escaped) ? `"${escaped.replaceAll('"', '""')}"` : escaped
}

function isFormula(text: string, index: number): boolean {
  return formulaStarts.has(text.charAt(index))
}
