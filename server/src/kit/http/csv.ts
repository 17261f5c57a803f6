/** The byte order mark makes spreadsheets read the file as UTF-8. */
export const csvByteOrderMark = '\ufeff'

export function formatCsvRow(cells: readonly string[]): string {
  return `${cells.map(formatCsvCell).join(',')}\r\n`
}

/** Prefixes text that a spreadsheet would run as a formula (CSV injection), and quotes it where needed. */
export function formatCsvCell(text: string): string {
  const escaped = /^\s*[=+\-@\t\r|%]/.test(text) ? `'${text}` : text
  return /[",\r\n]/.test(escaped) ? `"${escaped.replaceAll('"', '""')}"` : escaped
}
